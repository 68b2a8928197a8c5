import { MAX_VIEWS } from '@stockcast/contract'
import type { Tables } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { Context } from '../verb-context.ts'
import { type AccountKind, accountKind } from './account-kind.ts'
import { listFullTables } from './queries.ts'

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
const RATED = 'each is sent or asked for under a rule of kernel/limits/rules.ts, and deleted by age'

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
