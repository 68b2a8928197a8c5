import { type RequestRule, requestRules, requestsInSandbox } from '../../../limits/rules.ts'

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
  const limitOf = (rule: RequestRule): Limit => {
    const { most, withinMs } = mode === 'live' ? rule : requestsInSandbox
    return { window: withinMs / 1000, max: most }
  }
  const paths = Object.entries(requestRules.paths).map(([path, rule]) => [path, limitOf(rule)])
  return { every: limitOf(requestRules.every), customRules: { ...Object.fromEntries(paths), ...uncounted } }
}
