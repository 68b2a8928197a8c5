import { DAY_MS, HOUR_MS, MINUTE_MS, type Use } from '@stockcast/contract'
import type { AccountKind } from '../quotas/account-kind.ts'
import type { GrowingTable } from '../quotas/quotas.ts'
import type { Rule } from './rules.ts'

/** What a merchant may do again and again, and how often. Endpoints declare their use; see kernel/http/limit-uses.ts. */
interface RatedUseRule extends Record<AccountKind, number> {
  withinMs: number
  why: string
  sentence: (most: number) => string
  /** How many changes it counts as when many come at once; 1 unless given. */
  changes?: number
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
    changes: 20,
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
  report: {
    merchant: 20,
    demo: 1,
    withinMs: HOUR_MS,
    why: 'each computes over the whole catalogue and sends a mail',
    sentence: (most) => `You can have ${most} reports made an hour.`,
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
    why: 'each derives the stock projection of every product again',
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
