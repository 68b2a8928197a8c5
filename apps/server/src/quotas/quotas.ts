import { MINUTE_MS } from '@stockcast/contract'
import type { AccountKind } from './account-kind.ts'

/**
 * Limits on what one account may upload, store or have open, and on what all accounts together may. Each is far
 * above what a shop needs and low enough that one account cannot fill the disk or the queue. Reasons:
 * docs/decisions/0034-quotas.md. How often something may be done is in limits/rules.ts,
 * and how many rows of orders and suppliers there may be in row-quotas.ts.
 */

const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3

export interface ImportQuota {
  /** Bytes of one uploaded file, as received. */
  fileBytes: number
  /** Bytes of the same file, unpacked. */
  textBytes: number
  /** Rows of one file, and sales that one file with a column per day may contain. */
  fileRows: number
  /** Stored sales, by SKU and day. */
  sales: number
  /** Products with their variants, each with its own SKU; also the different SKUs of a file of sales. */
  products: number
  locations: number
}

export interface AccountQuota {
  import: ImportQuota
  /** Files that are uploaded at the same moment, in one process. */
  uploadsAtOnce: number
  /** Exports that are open at the same moment, in one process. */
  exportsAtOnce: number
}

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
}

/**
 * Anybody can become a demo user with one click, so a demo user may store what a look at one's own shop needs
 * and no more.
 */
const demoUserQuota: AccountQuota = {
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
}

export function quotaOf(kind: AccountKind): AccountQuota {
  return kind === 'demo' ? demoUserQuota : merchantQuota
}

/**
 * All accounts together, in one process. Demo users have separate shares, so that they never crowd out
 * merchants.
 */
export const sharedQuota = {
  uploadsAtOnce: { merchant: 20, demo: 5 },
  exportsAtOnce: { merchant: 100, demo: 10 },
  /**
   * Exports that read and pack at the same moment; the others wait for their turn, however slow their readers
   * are.
   */
  exportsAtWork: 4,
} as const

/** A download is cut when its reader has taken fewer bytes than this a second, after one minute of grace. */
export const downloadPace = { bytesPerSecond: 8000, graceMs: MINUTE_MS } as const

/**
 * A file that unpacks to more than this many times its size is not a table: CSV shrinks to a tenth, seldom to
 * a hundredth. Small files pass, because their size is limited anyway.
 */
export const unpacking = { mostTimes: 200, freeBytes: 64 * MEGABYTE } as const

/** Imports of one merchant that are kept on record, and that wait to be written at the same moment. */
export const keptImports = { onRecord: 100, waiting: 2 } as const

/** Open orders that one product may have. */
export const OPEN_ORDERS_OF_A_PRODUCT = 50
