import { isVisitor } from '../visitor-email.ts'

/**
 * Everything one account may upload, store or start, and what all accounts together may. Each number is far above what a
 * shop needs and low enough that one account cannot fill the disk or the queue. Reasons: docs/decisions/0034-quotas.md.
 */

const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface ImportQuota {
  /** Of one uploaded file, as it comes. */
  fileBytes: number
  /** Of the same file, unpacked. */
  textBytes: number
  /** Rows of one file, and sales that one file of days by columns may tell. */
  fileRows: number
  /** Sales by SKU and day that are kept. */
  sales: number
  /** Products with their variants, each with a SKU of its own; also the different SKUs of a file of sales. */
  products: number
  locations: number
}

/** So many within so much time; the time begins with the first. */
export interface Rate {
  most: number
  withinMs: number
}

export interface AccountQuota {
  import: ImportQuota
  /** Files that arrive at the same moment, in one process. */
  uploadsAtOnce: number
  /** Exports that are open at the same moment, in one process. */
  exportsAtOnce: number
  rates: Record<RatedUse, Rate>
}

/** What a person may start again and again, each time with something that stays or goes out. */
export const ratedUses = [
  'upload',
  'import_call',
  'sample',
  'order',
  'snooze',
  'connection',
  'sync',
  'checkout',
] as const
export type RatedUse = (typeof ratedUses)[number]

const merchantQuota: AccountQuota = {
  import: {
    fileBytes: 512 * MEGABYTE,
    textBytes: 4 * GIGABYTE,
    // Ten years of 5,000 SKUs that sell every day.
    fileRows: 20_000_000,
    sales: 50_000_000,
    products: 200_000,
    locations: 1000,
  },
  uploadsAtOnce: 2,
  exportsAtOnce: 2,
  rates: {
    upload: { most: 60, withinMs: HOUR_MS },
    // A million rows in calls of 5,000 take 200 of them.
    import_call: { most: 300, withinMs: MINUTE_MS },
    sample: { most: 30, withinMs: HOUR_MS },
    order: { most: 5000, withinMs: DAY_MS },
    snooze: { most: 5000, withinMs: DAY_MS },
    connection: { most: 30, withinMs: HOUR_MS },
    sync: { most: 60, withinMs: HOUR_MS },
    checkout: { most: 30, withinMs: HOUR_MS },
  },
}

/** Anybody can be a visitor by one click, so a visitor may store what a look at one's own shop needs and no more. */
const visitorQuota: AccountQuota = {
  import: {
    fileBytes: 5 * MEGABYTE,
    textBytes: 25 * MEGABYTE,
    fileRows: 20_000,
    sales: 20_000,
    products: 500,
    locations: 20,
  },
  uploadsAtOnce: 1,
  exportsAtOnce: 1,
  rates: {
    upload: { most: 20, withinMs: HOUR_MS },
    import_call: { most: 30, withinMs: MINUTE_MS },
    sample: { most: 10, withinMs: HOUR_MS },
    order: { most: 200, withinMs: DAY_MS },
    snooze: { most: 200, withinMs: DAY_MS },
    // For accounts that were kept a moment ago; other visitors are refused these altogether.
    connection: { most: 5, withinMs: HOUR_MS },
    sync: { most: 5, withinMs: HOUR_MS },
    checkout: { most: 5, withinMs: HOUR_MS },
  },
}

export function quotaOf({ email }: { email: string }): AccountQuota {
  return isVisitor(email) ? visitorQuota : merchantQuota
}

/** All accounts together, in one process. Visitors have shares of their own, so that they never crowd merchants out. */
export const sharedQuota = {
  uploadsAtOnce: { merchants: 20, visitors: 5 },
  exportsAtOnce: { merchants: 100, visitors: 10 },
  /** Exports that read and pack at the same moment; the others wait for their turn, however slow their readers are. */
  exportsAtWork: 4,
} as const

/** A download ends when its reader has taken fewer bytes than this a second, beyond one minute of patience. */
export const downloadPace = { bytesPerSecond: 8000, graceMs: MINUTE_MS } as const

/**
 * A file that unpacks to more than this many times its size is no table: CSV shrinks to a tenth, seldom to a hundredth.
 * Small files are let through; their size is bounded anyhow.
 */
export const unpacking = { mostTimes: 200, freeBytes: 64 * MEGABYTE } as const

/** Imports of one merchant that are kept on record, and that wait to be written at the same moment. */
export const keptImports = { onRecord: 100, waiting: 2 } as const

/** Orders still to come that one product may have. */
export const OPEN_ORDERS_OF_A_PRODUCT = 50

export interface DemoQuota {
  /** Demo accounts that exist at the same moment. */
  live: number
  /** Demos begun from one network address within an hour. */
  perAddress: number
}

/** With the sandbox everybody comes from one address: this machine. */
export function demoQuota(mode: 'live' | 'sandbox'): DemoQuota {
  return mode === 'live' ? { live: 1000, perAddress: 20 } : { live: 1000, perAddress: 1000 }
}
