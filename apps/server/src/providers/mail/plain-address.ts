const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns a mailbox's canonical address, to detect that two addresses reach the same mailbox: without letter
 * case, without the tag after a plus sign, and at Google without dots. Never send to it.
 */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [box = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  return GOOGLE.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`
}
