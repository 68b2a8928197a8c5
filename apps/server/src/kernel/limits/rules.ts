import {
  CONFIRM_MAILS_A_DAY,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  PHONE_CODES_A_DAY,
  SECOND_MS,
  type Use,
} from '@stockcast/contract'
import type { AccountKind } from '../quotas/account-kind.ts'
import type { GrowingTable } from '../quotas/row-quotas.ts'

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

/** What a merchant may do again and again, and how often. Endpoints declare their use; see kernel/http/limit-uses.ts. */
interface RatedUseRule extends Record<AccountKind, number> {
  withinMs: number
  why: string
  sentence: (most: number) => string
  /** Tables that it adds rows to. They are counted in the transaction, and the disk must have room. */
  grows?: readonly GrowingTable[]
}

const orderTables = ['purchase_orders', 'purchase_order_lines'] as const
const receiptTables = ['receipts', 'receipt_lines'] as const

/** Limits on one merchant and one demo user. Anybody can become a demo user with one click. */
const usesByName = {
  change: {
    merchant: 600,
    demo: 120,
    withinMs: MINUTE_MS,
    why: 'counts with every other use that changes something; far faster than a person or our pages',
    sentence: (most) => `You can make ${most} changes a minute.`,
  },
  calculation: {
    merchant: 300,
    demo: 120,
    withinMs: MINUTE_MS,
    why: 'reads that compute over the whole catalogue; more than somebody who types a search causes',
    sentence: (most) => `You can open lists that are calculated ${most} times a minute.`,
  },
  export: {
    merchant: 600,
    demo: 60,
    withinMs: HOUR_MS,
    why: 'each reads everything or draws a file',
    sentence: (most) => `You can download ${most} files an hour.`,
  },
  forecast: {
    merchant: 120,
    demo: 20,
    withinMs: HOUR_MS,
    why: 'each forecasts a product at once, or queues the whole catalogue',
    sentence: (most) => `You can start ${most} forecasts an hour.`,
  },
  upload: {
    merchant: 60,
    demo: 20,
    withinMs: HOUR_MS,
    why: 'each file is checked from end to end',
    sentence: (most) => `You can upload ${most} files an hour.`,
    grows: ['suppliers', 'supplier_variants', ...orderTables, ...receiptTables],
  },
  import_call: {
    merchant: 300,
    demo: 30,
    withinMs: MINUTE_MS,
    why: 'a million rows in calls of 5,000 take 200 of them',
    sentence: (most) => `You can make ${most} import calls a minute.`,
    grows: ['supplier_variants'],
  },
  sample_shop: {
    merchant: 6,
    demo: 3,
    withinMs: HOUR_MS,
    why: 'each load writes 40,000 sales and is forecast',
    sentence: (most) => `You can load the sample shop ${most} times an hour.`,
  },
  sample: {
    merchant: 30,
    demo: 10,
    withinMs: HOUR_MS,
    why: 'each load writes a whole shop',
    sentence: (most) => `You can load the sample data ${most} times an hour.`,
  },
  supplier: {
    merchant: 2000,
    demo: 50,
    withinMs: DAY_MS,
    why: 'as many as there may be',
    sentence: (most) => `You can add ${most} suppliers a day.`,
    grows: ['suppliers'],
  },
  vendors: {
    merchant: 30,
    demo: 10,
    withinMs: HOUR_MS,
    why: 'each may link every product of the store',
    sentence: (most) => `You can make suppliers of vendors ${most} times an hour.`,
    grows: ['suppliers', 'supplier_variants'],
  },
  order: {
    merchant: 5000,
    demo: 200,
    withinMs: DAY_MS,
    why: 'far more than a shop orders by hand',
    sentence: (most) => `You can enter ${most} orders a day.`,
    grows: orderTables,
  },
  order_change: {
    merchant: 20_000,
    demo: 500,
    withinMs: DAY_MS,
    why: 'an order is changed a few times',
    sentence: (most) => `You can change orders ${most} times a day.`,
    grows: ['purchase_order_lines'],
  },
  receipt: {
    merchant: 5000,
    demo: 200,
    withinMs: DAY_MS,
    why: 'an order is received in few parts',
    sentence: (most) => `You can enter ${most} receipts a day.`,
    grows: receiptTables,
  },
  order_papers: {
    merchant: 100,
    demo: 20,
    withinMs: HOUR_MS,
    why: 'each may decode a picture and draw it again',
    sentence: (most) => `You can change what stands on your orders ${most} times an hour.`,
  },
  order_mail: {
    merchant: 200,
    demo: 1,
    withinMs: DAY_MS,
    why: 'each writes to somebody outside, in our name',
    sentence: (most) => `You can send ${most} orders to suppliers a day.`,
  },
  invitation: {
    merchant: 50,
    demo: 5,
    withinMs: DAY_MS,
    why: 'each writes to somebody outside, in our name',
    sentence: (most) => `You can send ${most} invitations a day.`,
  },
  snooze: {
    merchant: 5000,
    demo: 200,
    withinMs: DAY_MS,
    why: 'far more than a shop snoozes by hand',
    sentence: (most) => `You can snooze or mute products ${most} times a day.`,
    grows: ['alert_snoozes'],
  },
  calendar: {
    merchant: 2000,
    demo: 200,
    withinMs: DAY_MS,
    why: 'each has the shop forecast again; far more than somebody enters by hand',
    sentence: (most) => `You can change the calendar ${most} times a day.`,
    grows: ['shop_events', 'shop_event_variants'],
  },
  recipe: {
    merchant: 2000,
    demo: 200,
    withinMs: DAY_MS,
    why: 'each has the shop forecast again; a file has all recipes at once',
    sentence: (most) => `You can change recipes of bundles ${most} times a day.`,
    grows: ['bundles', 'bundle_components'],
  },
  forecast_override: {
    merchant: 500,
    demo: 100,
    withinMs: DAY_MS,
    why: 'each may derive the answers of thousands of products again; far more than somebody plans by hand',
    sentence: (most) => `You can change forecasts ${most} times a day.`,
    grows: ['forecast_overrides', 'forecast_override_variants'],
  },
  bulk: {
    merchant: 500,
    demo: 100,
    withinMs: DAY_MS,
    why: 'each may change thousands of products; one asks what it would do before',
    sentence: (most) => `You can change many products at once ${most} times a day.`,
    grows: ['alert_snoozes', 'supplier_variants', ...orderTables],
  },
  view: {
    merchant: 500,
    demo: 100,
    withinMs: DAY_MS,
    why: 'there may be 50',
    sentence: (most) => `You can change saved views ${most} times a day.`,
    grows: ['saved_views'],
  },
  setting: {
    merchant: 5000,
    demo: 500,
    withinMs: DAY_MS,
    why: 'far more than a shop sets by hand; one change may be of many products',
    sentence: (most) => `You can change settings of products ${most} times a day.`,
    grows: ['variant_overrides'],
  },
  // Demo users are refused the following. Their limits count for unconfirmed accounts, and for a moment after demo users
  // register, until the merchant's row has the new address.
  connection: {
    merchant: 30,
    demo: 5,
    withinMs: HOUR_MS,
    why: 'each stores a state until it expires',
    sentence: (most) => `You can start to connect a store ${most} times an hour.`,
  },
  transfer: {
    merchant: 2000,
    demo: 100,
    withinMs: DAY_MS,
    why: 'far more journeys than a shop makes',
    sentence: (most) => `You can create ${most} transfers a day.`,
    grows: ['stock_transfers', 'stock_transfer_lines'],
  },
  location_settings: {
    merchant: 300,
    demo: 60,
    withinMs: HOUR_MS,
    why: 'each derives the outlook of every product again',
    sentence: (most) => `You can change locations ${most} times an hour.`,
    grows: ['transfer_lanes'],
  },
  booking: {
    merchant: 600,
    demo: 5,
    withinMs: HOUR_MS,
    why: 'each writes to the store',
    sentence: (most) => `You can book receipts into your store ${most} times an hour.`,
  },
  sync: {
    merchant: 60,
    demo: 5,
    withinMs: HOUR_MS,
    why: 'each reads the whole store',
    sentence: (most) => `You can start ${most} syncs an hour.`,
  },
  checkout: {
    merchant: 30,
    demo: 5,
    withinMs: HOUR_MS,
    why: 'each makes a session at the payment provider',
    sentence: (most) => `You can open ${most} payment pages an hour.`,
    grows: ['checkout_sessions'],
  },
  cancellation: {
    merchant: 20,
    demo: 5,
    withinMs: DAY_MS,
    why: 'each asks the payment provider and keeps what was written',
    sentence: (most) => `You can cancel ${most} times a day.`,
    grows: ['cancellations'],
  },
} as const satisfies Record<Use, RatedUseRule>

export const ratedUses = Object.keys(usesByName) as Use[]

export function getLimits(use: Use): RatedUseRule {
  return usesByName[use]
}

export function ruleOfUse(kind: AccountKind, use: Use): Rule {
  const { withinMs, ...of } = usesByName[use]
  return { most: of[kind], withinMs, window: 'first' }
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
