import type { Context } from 'hono'
import type { Config } from '../../../config.ts'
import { callerAddress } from '../../../http/caller-address.ts'

const claimedAddresses = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'cf-connecting-ip',
]

/** The HTTP layer sets this header to the caller's address, whatever was sent. */
export const ADDRESS_HEADER = 'x-real-ip'

/** Returns the request with the caller's real address. Every other address header is dropped. */
export function withOwnAddress(config: Pick<Config, 'trustedProxies'>, c: Context): Request {
  const headers = new Headers(c.req.raw.headers)
  for (const name of claimedAddresses) headers.delete(name)
  headers.set(ADDRESS_HEADER, callerAddress(config, c))
  return new Request(c.req.raw, { headers })
}
