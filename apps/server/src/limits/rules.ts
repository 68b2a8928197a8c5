import {
  CONFIRM_MAILS_A_DAY,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  PHONE_CODES_A_DAY,
  SECOND_MS,
} from '@stockcast/contract'
import { isDemoUser } from '../demo-user-email.ts'

/** How often something may be done within a time. */
export interface Rule {
  most: number
  withinMs: number
  /**
   * Which uses count: `each` until `withinMs` after it; all since the `first` until `withinMs` after the first;
   * all until `withinMs` after the `last`. Only `each` stores a time for every use, so it is for small limits.
   */
  window: 'each' | 'first' | 'last'
}

type RuleWithReason = Rule & { why: string }

/** Limits on passwords, links, codes and messages. Most are counted by account, mailbox or phone, not by merchant. */
export const rules = {
  wrong_password: {
    most: 10,
    withinMs: 15 * MINUTE_MS,
    window: 'each',
    why: 'guesses are useless at this rate, and an owner who mistypes can go on soon',
  },
  reset_mail: {
    most: 5,
    withinMs: 15 * MINUTE_MS,
    window: 'each',
    why: 'anybody can request them for any address; one is enough',
  },
  link_mail: {
    most: 10,
    withinMs: DAY_MS,
    window: 'first',
    why: 'links to sign in or confirm, which anybody can request, must not flood a mailbox',
  },
  mail: {
    most: 200,
    withinMs: DAY_MS,
    window: 'first',
    why: 'mails of all kinds and merchants to one mailbox; more looks like abuse to its provider',
  },
  contact: {
    most: 10,
    withinMs: DAY_MS,
    window: 'first',
    why: 'tests and codes to an address or number that may be anybody’s, from however many accounts',
  },
  confirm_mail: {
    most: CONFIRM_MAILS_A_DAY,
    withinMs: DAY_MS,
    window: 'each',
    why: 'the recipient has not agreed to anything yet',
  },
  phone_code: {
    most: PHONE_CODES_A_DAY,
    withinMs: DAY_MS,
    window: 'each',
    why: 'each costs money and disturbs somebody',
  },
  test: {
    most: 5,
    withinMs: 10 * MINUTE_MS,
    window: 'each',
    why: 'enough to try a channel; providers slow down a sender of more',
  },
  test_of_day: { most: 20, withinMs: DAY_MS, window: 'each', why: 'a channel that works needs no more' },
} as const satisfies Record<string, RuleWithReason>

/** What a person may start repeatedly, each time with something that is stored or sent. */
export const ratedUses = [
  'upload',
  'import_call',
  'sample',
  'order',
  'order_mail',
  'snooze',
  'connection',
  'sync',
  'checkout',
] as const
export type RatedUse = (typeof ratedUses)[number]

/** Limits on one merchant and one demo user. Anybody can become a demo user with one click. */
const mostUses: Record<RatedUse, { most: number; ofDemoUser: number; withinMs: number; why: string }> = {
  upload: { most: 60, ofDemoUser: 20, withinMs: HOUR_MS, why: 'each file is checked from end to end' },
  import_call: {
    most: 300,
    ofDemoUser: 30,
    withinMs: MINUTE_MS,
    why: 'a million rows in calls of 5,000 take 200 of them',
  },
  sample: { most: 30, ofDemoUser: 10, withinMs: HOUR_MS, why: 'each load writes a whole shop' },
  order: { most: 5000, ofDemoUser: 200, withinMs: DAY_MS, why: 'far more than a shop orders by hand' },
  order_mail: {
    most: 200,
    ofDemoUser: 1,
    withinMs: DAY_MS,
    why: 'each writes to an address that the merchant typed',
  },
  snooze: { most: 5000, ofDemoUser: 200, withinMs: DAY_MS, why: 'far more than a shop snoozes by hand' },
  // Demo users are refused the following. Their limits count for a moment after they register, until the
  // merchant's row has the new address.
  connection: { most: 30, ofDemoUser: 5, withinMs: HOUR_MS, why: 'each stores a state until it expires' },
  sync: { most: 60, ofDemoUser: 5, withinMs: HOUR_MS, why: 'each reads the whole store' },
  checkout: {
    most: 30,
    ofDemoUser: 5,
    withinMs: HOUR_MS,
    why: 'each makes a session at the payment provider',
  },
}

export function ruleOfUse({ email }: { email: string }, use: RatedUse): Rule {
  const { most, ofDemoUser, withinMs } = mostUses[use]
  return { most: isDemoUser(email) ? ofDemoUser : most, withinMs, window: 'first' }
}

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
    '/sign-up/email': { most: 20, withinMs: MINUTE_MS, why: 'each makes an account and sends a mail' },
    '/sign-in/demo': { most: 10, withinMs: 10 * MINUTE_MS, why: 'each makes an account and a whole shop' },
    '/request-password-reset': { most: 5, withinMs: MINUTE_MS, why: 'each sends a mail' },
    '/reset-password': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/change-password': { most: 10, withinMs: MINUTE_MS, why: GUESSES },
    '/keep-account': { most: 10, withinMs: MINUTE_MS, why: 'each hashes a password and sends a mail' },
    '/confirmation': { most: 5, withinMs: MINUTE_MS, why: 'each sends a mail' },
    '/change-email': { most: 5, withinMs: MINUTE_MS, why: 'each sends two mails' },
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

/** Limits on the demos begun from one network address. */
export const demoRules = {
  live: {
    most: 20,
    withinMs: HOUR_MS,
    window: 'each',
    why: 'enough for an office behind one address, too few to take all demos',
  },
  sandbox: { most: 1000, withinMs: HOUR_MS, window: 'each', why: 'everybody comes from this machine' },
} as const satisfies Record<'live' | 'sandbox', RuleWithReason>
