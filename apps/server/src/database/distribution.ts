import type { Tables } from './tables.ts'

/** A view has no rows of its own. */
type TableName = Exclude<keyof Tables, 'stock_at_active_locations'> & string

/**
 * Where the rows of a table are in a cluster: on the node of their merchant, or on the coordinator alone. Rows of a
 * merchant have row-level security and refer to each other; the others are read before a merchant is known.
 */
export type Distribution = 'by_merchant' | 'coordinator'

/** The distribution of every table. A test compares it with the tables of the database. */
export const distributions = {
  account_erasures: 'coordinator',
  action_links: 'by_merchant',
  alert_snoozes: 'by_merchant',
  alerts: 'by_merchant',
  audit_log: 'by_merchant',
  auth_accounts: 'coordinator',
  auth_email_changes: 'coordinator',
  auth_jwks: 'coordinator',
  auth_sessions: 'coordinator',
  auth_two_factors: 'coordinator',
  auth_used_codes: 'coordinator',
  auth_users: 'coordinator',
  auth_verifications: 'coordinator',
  billing_accounts: 'by_merchant',
  billing_closings: 'coordinator',
  billing_events: 'by_merchant',
  billing_mails: 'by_merchant',
  cancellations: 'by_merchant',
  catalog_totals: 'by_merchant',
  checkout_sessions: 'by_merchant',
  clock_offset: 'coordinator',
  compliance_requests: 'coordinator',
  deliveries: 'by_merchant',
  demo_starts: 'coordinator',
  due_times: 'coordinator',
  ended_trials: 'coordinator',
  forecasts: 'by_merchant',
  import_items: 'by_merchant',
  import_sales: 'by_merchant',
  imports: 'by_merchant',
  inventory_levels: 'by_merchant',
  limit_counts: 'coordinator',
  locations: 'by_merchant',
  mail_failures: 'coordinator',
  merchant_directory: 'coordinator',
  merchant_keys: 'by_merchant',
  merchant_phones: 'coordinator',
  merchants: 'by_merchant',
  notification_channels: 'by_merchant',
  oauth_states: 'by_merchant',
  order_lines: 'by_merchant',
  orders: 'by_merchant',
  override_changes: 'by_merchant',
  pending_notifications: 'by_merchant',
  products: 'by_merchant',
  purchase_order_lines: 'by_merchant',
  purchase_order_mails: 'by_merchant',
  purchase_order_numbers: 'by_merchant',
  purchase_orders: 'by_merchant',
  receipt_lines: 'by_merchant',
  receipts: 'by_merchant',
  reconcile_runs: 'by_merchant',
  sales_daily: 'by_merchant',
  schema_migrations: 'coordinator',
  scorecards: 'by_merchant',
  server_keys: 'coordinator',
  settings: 'by_merchant',
  shop_connections: 'by_merchant',
  shop_days: 'by_merchant',
  shop_forecasts: 'by_merchant',
  sms_consents: 'by_merchant',
  sms_stops: 'coordinator',
  stale_days: 'by_merchant',
  stale_totals: 'by_merchant',
  statistics_refreshes: 'coordinator',
  stock_daily: 'by_merchant',
  stock_projections: 'by_merchant',
  supplier_variants: 'by_merchant',
  suppliers: 'by_merchant',
  sync_runs: 'by_merchant',
  sync_seen_levels: 'by_merchant',
  sync_seen_variants: 'by_merchant',
  trial_subjects: 'by_merchant',
  upload_chunks: 'by_merchant',
  variant_overrides: 'by_merchant',
  variant_trends: 'by_merchant',
  variants: 'by_merchant',
  webhook_faults: 'by_merchant',
  webhook_inbox: 'by_merchant',
} as const satisfies Record<TableName, Distribution> & Record<string, Distribution>

/** The tables whose rows are on the node of their merchant. */
export const distributedTables: readonly string[] = Object.entries<Distribution>(distributions)
  .filter(([, distribution]) => distribution === 'by_merchant')
  .map(([name]) => name)
