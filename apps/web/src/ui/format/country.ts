import { shopFormats } from '@stockcast/contract'

let current = shopFormats(null)

/**
 * Sets the country whose formats numbers and dates use from now on; null is for pages without a shop. Does
 * not redraw what is on the screen.
 */
export function writeAsIn(countryCode: string | null): void {
  current = shopFormats(countryCode)
}

/** Returns the formats of the country that was set last. */
export function formats() {
  return current
}
