import { minorDigits, type ShopFormats } from '@stockcast/contract'

/** Returns an amount as suppliers read it, with all its decimals: `1,171.00`. */
export function writtenAmount(
  { number }: Pick<ShopFormats, 'number'>,
  amountMinor: number,
  currency: string,
): string {
  const digits = minorDigits(currency)
  return number(amountMinor / 10 ** digits, digits)
}
