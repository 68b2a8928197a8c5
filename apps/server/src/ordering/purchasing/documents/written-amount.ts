import { minorDigits, type ShopFormats } from '@stockcast/contract'

/** Returns an amount as suppliers read it, with all its decimals and in the formats of the shop: `1,171.00`. */
export function writtenAmount(formats: ShopFormats, amountMinor: number, currency: string): string {
  const digits = minorDigits(currency)
  return formats.number(amountMinor / 10 ** digits, digits)
}
