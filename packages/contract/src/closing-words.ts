import type { ClosingCause } from './alerts.ts'

/** Returns why the system closed an alert, as the end of a sentence. `number` formats a count of units. */
export function closingWords(cause: ClosingCause, number: (units: number) => string): string {
  const counted = (units: number, one: string, many: string) =>
    `${number(units)} ${units === 1 ? `unit ${one}` : `units ${many}`}`
  const unitsAre = (units: number) => counted(units, 'is', 'are')
  switch (cause.code) {
    case 'removed':
      return 'the product is no longer in the store'
    case 'not_sold':
      return 'the product is no longer on sale or its stock is not tracked'
    case 'complete':
      return 'no part of the bundle is missing'
    case 'incoming':
      return `${unitsAre(cause.units)} on the way`
    case 'not_in_store':
      return `${counted(cause.units, 'was', 'were')} received, not in your store yet`
    case 'above_safety_stock':
      return `${unitsAre(cause.units)} in stock, above the safety stock of ${number(cause.safetyStock)}`
    case 'restocked':
      return `${unitsAre(cause.units)} in stock`
    case 'lasts':
      return 'the stock is expected to last until a new order would arrive'
  }
}
