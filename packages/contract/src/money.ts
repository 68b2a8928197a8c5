import { z } from 'zod'

/** The largest amount, in minor units. Numbers and the database hold it exactly. */
export const MAX_AMOUNT_MINOR = 10 ** 15

/**
 * An amount in whole minor units of its currency, such as cents; see `minorDigits`. Null stands for an unknown amount, which
 * is never zero.
 */
export const amountMinorSchema = z
  .int('Give an amount in whole minor units, such as cents.')
  .min(0, 'An amount is 0 or more.')
  .max(MAX_AMOUNT_MINOR, 'This amount is too large.')

/** The largest cost of one unit. The cost of an order line then fits into a bigint of the database. */
export const MAX_UNIT_COST_MINOR = 10 ** 11

/** The cost of one unit, in minor units of its currency. */
export const unitCostMinorSchema = amountMinorSchema.max(MAX_UNIT_COST_MINOR, 'This cost is too large.')

/** Returns how many decimals a currency has: 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    return maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** Returns a computed amount, at most the largest one in either direction. */
export function boundedAmount(amountMinor: number): number {
  return Math.max(-MAX_AMOUNT_MINOR, Math.min(amountMinor, MAX_AMOUNT_MINOR))
}

/** Returns an amount of minor units in the currency itself: 1250 is 12.5 in EUR. */
export function majorAmount(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** minorDigits(currency)
}

/** Returns an amount with the decimals of its currency and no sign: `1250.00`. */
export function amountText(amountMinor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(amountMinor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Returns an amount in whole minor units, rounded to the nearest: 12.5 in EUR is 1250. */
export function minorAmount(amount: number, currency: string): number {
  const digits = minorDigits(currency)
  return Math.round(Number(`${amount.toPrecision(15)}e${digits}`))
}
