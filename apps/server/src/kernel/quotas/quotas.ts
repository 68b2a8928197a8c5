import { MINUTE_MS, SUPPLIER_FILE_BYTES, SUPPLIER_FILE_ROWS } from '@stockcast/contract'
import type { AccountKind } from './account-kind.ts'

/**
 * Limits on what one account may upload, store or have open, and on what all accounts together may. Each is far
 * above what a shop needs and low enough that one account cannot fill the disk or the queue. Reasons:
 * docs/decisions/0034-quotas.md. How often something may be done is in kernel/limits/use-rules.ts,
 * and how many rows of orders and suppliers there may be in row-quotas.ts.
 */

const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3

/** What one file may have. It is read no further than the first limit that it exceeds. */
export interface FileQuota {
  /** Bytes as received. */
  fileBytes: number
  /** Bytes of the same file, unpacked. */
  textBytes: number
  /**
   * A file that unpacks to more than this many times its size is not a table: CSV shrinks to a tenth, seldom to a hundredth.
   * Small texts pass, because their size is limited anyway.
   */
  mostTimes: number
  freeTextBytes: number
  /** Rows, blank ones too. */
  rows: number
  cells: number
  columns: number
  rowCharacters: number
  cellCharacters: number
}

/** Files of products and sales, and what they may add up to. A file with a column per day may contain as many sales as `rows`. */
export interface ImportQuota extends FileQuota {
  /** Stored sales, by SKU and day. */
  sales: number
  /** Products with their variants, each with its own SKU; also the different SKUs of a file of sales. */
  products: number
  locations: number
}

export interface AccountQuota {
  import: ImportQuota
  /** Files of suppliers, their products and orders, which are read while their sender waits. */
  supplierFile: FileQuota
  /** Files of all kinds that are received at the same moment, in one process. */
  filesAtOnce: number
  /** Exports that are open at the same moment, in one process. */
  exportsAtOnce: number
}

const MAX_TIMES = 200
/** Ten years of days, and a few columns beside them. */
const IMPORT_COLUMNS = 4000
/** A store's description of a product may have half a million. */
const IMPORT_CHARACTERS = 1_000_000
/** Maximum number of characters in a cell of a spreadsheet. */
const SPREADSHEET_CELL_CHARACTERS = 32_767

const merchantQuota: AccountQuota = {
  import: {
    fileBytes: 512 * MEGABYTE,
    textBytes: 4 * GIGABYTE,
    mostTimes: MAX_TIMES,
    freeTextBytes: 64 * MEGABYTE,
    // Ten years of 5,000 SKUs that sell every day.
    rows: 20_000_000,
    cells: 500_000_000,
    columns: IMPORT_COLUMNS,
    rowCharacters: IMPORT_CHARACTERS,
    cellCharacters: IMPORT_CHARACTERS,
    sales: 50_000_000,
    products: 200_000,
    locations: 1000,
  },
  supplierFile: {
    fileBytes: SUPPLIER_FILE_BYTES,
    textBytes: 10 * SUPPLIER_FILE_BYTES,
    mostTimes: MAX_TIMES,
    freeTextBytes: SUPPLIER_FILE_BYTES,
    rows: SUPPLIER_FILE_ROWS,
    cells: 2_500_000,
    columns: 500,
    rowCharacters: 200_000,
    cellCharacters: SPREADSHEET_CELL_CHARACTERS,
  },
  filesAtOnce: 2,
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
    mostTimes: MAX_TIMES,
    freeTextBytes: 25 * MEGABYTE,
    rows: 20_000,
    cells: 2_000_000,
    columns: IMPORT_COLUMNS,
    rowCharacters: IMPORT_CHARACTERS,
    cellCharacters: IMPORT_CHARACTERS,
    sales: 20_000,
    products: 500,
    locations: 20,
  },
  supplierFile: {
    fileBytes: MEGABYTE,
    textBytes: 5 * MEGABYTE,
    mostTimes: MAX_TIMES,
    freeTextBytes: MEGABYTE,
    rows: 5000,
    cells: 250_000,
    columns: 200,
    rowCharacters: 100_000,
    cellCharacters: SPREADSHEET_CELL_CHARACTERS,
  },
  filesAtOnce: 1,
  exportsAtOnce: 1,
}

export function getQuota(kind: AccountKind): AccountQuota {
  return kind === 'demo' ? demoUserQuota : merchantQuota
}

/**
 * All accounts together, in one process. Demo users have separate shares, so that they never crowd out
 * merchants.
 */
export const sharedQuota = {
  filesAtOnce: { merchant: 20, demo: 5 },
  /** Files of suppliers whose rows are held in memory at the same moment; the others wait for their turn. */
  supplierFilesAtWork: 4,
  exportsAtOnce: { merchant: 100, demo: 10 },
  /**
   * Exports that read and pack at the same moment; the others wait for their turn, however slow their readers
   * are.
   */
  exportsAtWork: 4,
} as const

/** A download is cut when its reader has taken fewer bytes than this a second, after one minute of grace. */
export const downloadPace = { bytesPerSecond: 8000, graceMs: MINUTE_MS } as const

/** Imports of one merchant that are kept on record, and that wait to be written at the same moment. */
export const keptImports = { onRecord: 100, waiting: 2 } as const

/** Open orders that one product may have. */
export const OPEN_ORDERS_OF_A_PRODUCT = 50
