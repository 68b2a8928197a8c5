import { CONFIRM_MAILS_A_DAY, DAY_MS, HOUR_MS, MINUTE_MS, PHONE_CODES_A_DAY } from '@stockcast/contract'

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
    why: 'each costs money and disturbs somebody; for one person',
  },
  phone_code_of_shop: {
    most: 3 * PHONE_CODES_A_DAY,
    withinMs: DAY_MS,
    window: 'each',
    why: 'the same for all people of a shop together',
  },
  test: {
    most: 5,
    withinMs: 10 * MINUTE_MS,
    window: 'each',
    why: 'enough to try a channel; providers slow down a sender of more',
  },
  report_file: {
    most: 60,
    withinMs: HOUR_MS,
    window: 'first',
    why: 'downloads of one mailed report to one person, by a link that needs no sign-in; each draws a file',
  },
  test_of_day: { most: 20, withinMs: DAY_MS, window: 'each', why: 'a channel that works needs no more' },
} as const satisfies Record<string, RuleWithReason>

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

export interface DemoQuota {
  /** Demo accounts that exist at the same moment. */
  live: number
  /** Demos begun from one network address. */
  perAddress: Rule
}

export function demoQuota(mode: 'live' | 'sandbox'): DemoQuota {
  return { live: 1000, perAddress: demoRules[mode] }
}
