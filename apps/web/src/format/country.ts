import { shopFormats } from '@stockcast/contract'

let current = shopFormats(null)

/**
 * From now on numbers and dates are written as in the shop's country; null is for pages without a shop. What is on the
 * screen already is not drawn anew by this.
 */
export function writeAsIn(countryCode: string | null): void {
  current = shopFormats(countryCode)
}

/** Of the country that was named last. */
export function formats() {
  return current
}
