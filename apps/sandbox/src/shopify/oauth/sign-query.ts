import { createHmac } from 'node:crypto'

/** Shopify's HMAC of a query: every other parameter, sorted by name, SHA-256 in hex. */
export function getSignature(parameters: Readonly<Record<string, string>>, secret: string): string {
  const message = Object.keys(parameters)
    .filter((name) => name !== 'hmac' && name !== 'signature')
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(parameters[name]!)}`)
    .join('&')
  return createHmac('sha256', secret).update(message).digest('hex')
}

export function signedAddress(
  address: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set('hmac', getSignature(Object.fromEntries(url.searchParams), secret))
  return url.href
}
