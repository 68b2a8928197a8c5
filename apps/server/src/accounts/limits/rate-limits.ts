import type { Context } from 'hono'
import type { Config } from '../../kernel/config/config.ts'
import { callerAddress } from '../../kernel/http/caller-address.ts'
import { type RequestRule, requestRules, requestsInSandbox } from '../../kernel/limits/request-rules.ts'

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

interface Limit {
  /** Seconds without a request after which counting starts again. */
  window: number
  max: number
}

/** Limits on one caller's requests, by network address, as the auth library takes them. */
export interface RateLimits {
  every: Limit
  customRules: Record<string, Limit | false>
}

/** Renewing a token and signing out are not counted, because they need a session anyway. */
const uncounted = { '/token': false, '/sign-out': false } as const

export function rateLimits(mode: 'live' | 'sandbox'): RateLimits {
  const getLimit = (rule: RequestRule): Limit => {
    const { most, withinMs } = mode === 'live' ? rule : requestsInSandbox
    return { window: withinMs / 1000, max: most }
  }
  const paths = Object.entries(requestRules.paths).map(([path, rule]) => [path, getLimit(rule)])
  return { every: getLimit(requestRules.every), customRules: { ...Object.fromEntries(paths), ...uncounted } }
}
