import { MAX_VIEWS, MINUTE_MS, SUPPLIER_FILE_BYTES, SUPPLIER_FILE_ROWS } from '@stockcast/contract'
import type { Tables } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { Context } from '../verb-context.ts'
import { type AccountKind, accountKind } from './account-kind.ts'
import { listFullTables } from './queries.ts'

/**
 * Limits on what one account may upload, store or have open, and on what all accounts together may. Each is far
 * above what a shop needs and low enough that one account cannot fill the disk or the queue. Reasons:
 * docs/decisions/0034-quotas.md. How often something may be done is in kernel/limits/use-rules.ts.
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

interface RowQuota extends Record<AccountKind, number> {
  words: string
}

/** The most rows of tables that a merchant fills by requests. All are counted in the transaction that writes them. */
export const rowQuotas = {
  suppliers: { merchant: 2000, demo: 50, words: 'suppliers' },
  supplier_variants: { merchant: 1_000_000, demo: 5000, words: 'products of suppliers' },
  purchase_orders: { merchant: 200_000, demo: 500, words: 'orders' },
  purchase_order_lines: { merchant: 1_000_000, demo: 5000, words: 'order lines' },
  receipts: { merchant: 500_000, demo: 500, words: 'receipts' },
  receipt_lines: { merchant: 2_000_000, demo: 5000, words: 'lines of receipts' },
  checkout_sessions: { merchant: 2000, demo: 10, words: 'payment pages' },
  alert_snoozes: { merchant: 200_000, demo: 500, words: 'snoozed or muted products' },
  variant_overrides: { merchant: 200_000, demo: 500, words: 'products with settings of their own' },
  shop_events: { merchant: 1000, demo: 200, words: 'entries of the calendar' },
  shop_event_variants: { merchant: 50_000, demo: 5000, words: 'products of entries of the calendar' },
  stock_transfers: { merchant: 20_000, demo: 200, words: 'transfers' },
  stock_transfer_lines: { merchant: 500_000, demo: 5000, words: 'lines of transfers' },
  transfer_lanes: { merchant: 2500, demo: 100, words: 'ways between locations' },
  bundles: { merchant: 50_000, demo: 200, words: 'bundles' },
  bundle_components: { merchant: 200_000, demo: 1000, words: 'parts of bundles' },
  forecast_overrides: { merchant: 5000, demo: 200, words: 'changes of forecasts' },
  forecast_override_variants: { merchant: 500_000, demo: 5000, words: 'products of changes of forecasts' },
  saved_views: { merchant: MAX_VIEWS, demo: MAX_VIEWS, words: 'saved views' },
  cancellations: { merchant: 200, demo: 1, words: 'cancellations' },
} as const satisfies Partial<Record<keyof Tables, RowQuota>>

export type GrowingTable = keyof typeof rowQuotas

const ONE_OF_PRODUCT = 'at most one row for each product, of which there is a quota'
const OF_ORDER = 'belongs to lines of orders, of which there is a quota'
const OF_STORE = 'what the connected store has, or what imports hold within their quota'
const ONE_OF_MERCHANT = 'one row, or a few of fixed names, for each merchant'
const DERIVED = 'computed from rows that have a quota, and replaced'
const BY_AGE = 'written by the clock, not by requests, and deleted by age'
const RATED = 'each is sent or asked for under a rule of kernel/limits, and deleted by age'

/** Why the other tenant tables need no quota. A test compares both lists with the tables of the database. */
export const boundedTables: Partial<Record<keyof Tables, string>> = {
  action_links: RATED,
  alert_recipients: 'one for each person of the shop, of whom there are at most MAX_TEAM',
  alerts: 'opened by the worker for products, of which there is a quota, and deleted by age',
  audit_log: 'each entry belongs to a request that is counted, and is deleted after a year',
  billing_accounts: ONE_OF_MERCHANT,
  billing_events: 'come from the payment provider, and are deleted by age',
  billing_mails: ONE_OF_MERCHANT,
  catalog_totals: ONE_OF_MERCHANT,
  bundled_sales: DERIVED,
  column_choices: 'the latest 200 are kept',
  deliveries: RATED,
  forecasts: ONE_OF_PRODUCT,
  import_items: 'staged rows of one file within the quota of imports',
  import_sales: 'staged rows of one file within the quota of imports',
  imports: 'the older ones are deleted, see keptImports',
  collections: OF_STORE,
  inventory_levels: OF_STORE,
  location_projections: OF_STORE,
  invitations: 'with the people of a shop at most MAX_TEAM, fifty sent a day',
  locations: OF_STORE,
  merchant_keys: ONE_OF_MERCHANT,
  merchants: ONE_OF_MERCHANT,
  notification_channels: ONE_OF_MERCHANT,
  oauth_states: 'expired ones are deleted when another is stored, thirty an hour at most',
  order_lines: OF_STORE,
  order_papers: ONE_OF_MERCHANT,
  order_plans: ONE_OF_PRODUCT,
  order_recipients: 'one for each recipient, of whom five new ones an hour are allowed once 25 are known',
  orders: OF_STORE,
  override_changes: ONE_OF_MERCHANT,
  pending_notifications: 'belongs to an alert, an order or a message, and is deleted with it',
  products: OF_STORE,
  purchase_order_mails: RATED,
  purchase_order_numbers: ONE_OF_MERCHANT,
  reconcile_runs: BY_AGE,
  report_mails: 'one for each recipient of a report, of whom there are at most MAX_REPORT_RECIPIENTS',
  report_recipients: 'at most MAX_REPORT_RECIPIENTS for each of five reports',
  report_settings: ONE_OF_MERCHANT,
  reports: RATED,
  sales_daily: OF_STORE,
  scheduled_receipts: OF_STORE,
  scorecards: ONE_OF_MERCHANT,
  settings: ONE_OF_MERCHANT,
  shop_connections: ONE_OF_MERCHANT,
  shop_days: DERIVED,
  shop_forecasts: DERIVED,
  sms_consents: 'each is asked for by a code, of which there are five a day',
  stale_days: DERIVED,
  stale_totals: DERIVED,
  stock_daily: BY_AGE,
  stock_projections: ONE_OF_PRODUCT,
  store_lead_times: OF_STORE,
  store_order_matches: OF_ORDER,
  store_order_transfers: OF_STORE,
  sync_runs: 'at most one runs, sixty an hour, deleted by age',
  sync_seen_levels: OF_STORE,
  sync_seen_variants: OF_STORE,
  transfer_suggestions: DERIVED,
  trial_subjects: ONE_OF_MERCHANT,
  upload_chunks: 'pieces of the files of the imports on record',
  variant_trends: ONE_OF_PRODUCT,
  variants: OF_STORE,
  webhook_faults: 'one for each resource of the store, deleted by age',
  webhook_inbox: 'signed deliveries of the store, deleted by age',
}

/**
 * Refuses what exceeds the merchant's quota of rows. Runs at the end of the transaction that has written them, so that
 * nothing of it is kept. Transactions at the same moment do not count each other's rows: a quota may be exceeded by what
 * they write.
 */
export async function assertRowsFit(
  { config, merchantId, tx }: Context & Pick<Kernel, 'config'>,
  tables: readonly GrowingTable[],
): Promise<void> {
  if (tables.length === 0) return
  const kind = await accountKind({ config }, tx, merchantId)
  const most = new Map(tables.map((table) => [table, rowQuotas[table][kind]]))
  const [full] = await listFullTables(tx, { merchantId, most })
  if (full === undefined) return
  throw new AppError(
    'limit_exceeded',
    `This would be more than ${rowQuotas[full][kind].toLocaleString('en-US')} ${rowQuotas[full].words}, which is the limit of this account. Nothing was changed.`,
  )
}
