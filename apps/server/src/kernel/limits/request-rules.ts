import { MINUTE_MS, SECOND_MS } from '@stockcast/contract'

export interface RequestRule {
  most: number
  withinMs: number
  why: string
}

const GUESSES = 'guesses at passwords, codes and links from one address'

/** Limits on the requests of one network address to a path of the auth library, counted with the window `last`. */
export const requestRules: { every: RequestRule; paths: Record<string, RequestRule> } = {
  every: { most: 100, withinMs: 10 * SECOND_MS, why: 'more than any of our pages sends' },
  paths: {
    '/sign-in/email': { most: 20, withinMs: MINUTE_MS, why: GUESSES },
    '/sign-up/email': {
      most: 10,
      withinMs: 10 * MINUTE_MS,
      why: 'each makes an account and sends a mail, or tells that an address has an account',
    },
    '/sign-in/demo': { most: 10, withinMs: 10 * MINUTE_MS, why: 'each makes an account and a whole shop' },
    '/request-password-reset': { most: 5, withinMs: MINUTE_MS, why: 'each sends a mail' },
    '/reset-password': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/change-password': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/keep-account': {
      most: 10,
      withinMs: 10 * MINUTE_MS,
      why: 'each hashes a password and sends a mail, or tells that an address has an account',
    },
    '/confirmation': { most: 5, withinMs: MINUTE_MS, why: 'each sends a mail' },
    '/change-email': { most: 5, withinMs: MINUTE_MS, why: 'each sends two mails' },
    '/invitation': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/undo-email': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/delete-user': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/two-factor/*': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
  },
}

/** The limit when the sandbox is used: every request then comes from one address, this machine. */
export const requestsInSandbox: RequestRule = {
  most: 2000,
  withinMs: 10 * SECOND_MS,
  why: 'a limit for this machine alone, which tests and demonstrations stay below',
}
