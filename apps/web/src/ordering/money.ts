import { majorAmount, minorDigits } from '@stockcast/contract'
import { formats } from '../ui/format/country.ts'
import { formatMoney, groupingOfFields } from '../ui/format/numbers.ts'

/** Shown for an amount that is not known, which is never zero. */
export const UNKNOWN_AMOUNT = 'unknown'

/** Returns a sum in whole units of its currency, `$1,486`; unknown amounts say so. */
export function formatSum(amountMinor: number | null, currency: string): string {
  return amountMinor === null ? UNKNOWN_AMOUNT : formatMoney(majorAmount(amountMinor, currency), currency)
}

/** Returns a price, or the cost of an order, with its decimals, `$11.40`; unknown ones say so. */
export function formatUnitCost(amountMinor: number | null, currency: string): string {
  if (amountMinor === null) return UNKNOWN_AMOUNT
  return formats().money(majorAmount(amountMinor, currency), currency, minorDigits(currency))
}

/** Returns the options of a field for an amount in this currency. */
export function amountField(currency: string) {
  return {
    ...groupingOfFields(),
    decimalScale: minorDigits(currency),
    allowNegative: false,
    clampBehavior: 'none',
  } as const
}
