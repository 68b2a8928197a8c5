import Bowser from 'bowser'

/** Browser and system in plain words, from what the browser says of itself. */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent?.trim()) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const place = os.name ? ` on ${os.name}` : ''
  return browser.name ? `${browser.name}${place}` : `A program${place}`
}
