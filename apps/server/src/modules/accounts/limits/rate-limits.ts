interface Rule {
  /** Seconds without a request after which counting starts again. */
  window: number
  max: number
}

/**
 * Limits on one caller's requests, by network address. Renewing a token is not counted, because it needs a
 * session anyway.
 */
export interface RateLimits {
  every: Rule
  customRules: Record<string, Rule | false>
}

const live: RateLimits = {
  every: { window: 10, max: 100 },
  customRules: {
    '/sign-in/email': { window: 60, max: 20 },
    '/sign-up/email': { window: 60, max: 20 },
    '/sign-in/demo': { window: 600, max: 10 },
    '/request-password-reset': { window: 60, max: 5 },
    '/reset-password': { window: 60, max: 10 },
    '/change-password': { window: 60, max: 10 },
    '/keep-account': { window: 60, max: 10 },
    '/confirmation': { window: 60, max: 5 },
    '/change-email': { window: 60, max: 5 },
    '/undo-email': { window: 60, max: 10 },
    '/delete-user': { window: 60, max: 10 },
    '/two-factor/*': { window: 60, max: 10 },
    '/token': false,
    '/sign-out': false,
  },
}

const generous: Rule = { window: 10, max: 2000 }

/** With the sandbox every request comes from one address: this machine. */
const sandbox: RateLimits = {
  every: generous,
  customRules: {
    '/sign-in/email': generous,
    '/sign-up/email': generous,
    '/sign-in/demo': generous,
    '/request-password-reset': generous,
    '/reset-password': generous,
    '/change-password': generous,
    '/keep-account': generous,
    '/confirmation': generous,
    '/change-email': generous,
    '/undo-email': generous,
    '/delete-user': generous,
    '/two-factor/*': generous,
    '/token': false,
    '/sign-out': false,
  },
}

export function rateLimits(mode: 'live' | 'sandbox'): RateLimits {
  return mode === 'live' ? live : sandbox
}
