const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox behind an address, to tell that two addresses reach the same one: without letter case, without the tag
 * after a plus sign, and at Google without dots. Never an address to send to.
 */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [box = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  return GOOGLE.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`
}
