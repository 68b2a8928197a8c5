import type { ClosingCause, ShopFormats } from '@stockcast/contract'

/** Returns the merchant's sentence for an alert that the system resolves. */
export function closingText(cause: ClosingCause, formats: ShopFormats): string {
  return `Closed by itself: ${causeText(cause, formats)}.`
}

function causeText(cause: ClosingCause, { number }: ShopFormats): string {
  const counted = (units: number, one: string, many: string) =>
    units === 1 ? `1 unit ${one}` : `${number(units)} units ${many}`
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
