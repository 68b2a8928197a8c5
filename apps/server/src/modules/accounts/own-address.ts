import type { Context } from 'hono'
import { socketAddress } from '../../http/socket-address.ts'
import { ADDRESS_HEADER } from './auth.ts'

const claimedAddresses = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'cf-connecting-ip',
]

/** The request with the socket's address as the only one: what a caller claims about itself is dropped. */
export function withOwnAddress(c: Context): Request {
  const headers = new Headers(c.req.raw.headers)
  for (const name of claimedAddresses) headers.delete(name)
  headers.set(ADDRESS_HEADER, socketAddress(c.env))
  return new Request(c.req.raw, { headers })
}
