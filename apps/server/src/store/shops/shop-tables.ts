import type { Tables } from '../../kernel/database/tables.ts'

type TableName = keyof Tables & string

/** What comes from a shop or is derived from it, in the order in which it is deleted. */
export const shopTables = [
  // With an alert, its pending notifications and action links are deleted.
  'alerts',
  'deliveries',
  // With a report, its mails are deleted.
  'reports',
  'scorecards',
  'override_changes',
  'sync_runs',
  'reconcile_runs',
  'webhook_inbox',
  'webhook_faults',
  'shop_forecasts',
  // With an override or an event, its products are deleted.
  'forecast_overrides',
  'shop_events',
  'order_lines',
  'orders',
  'sales_daily',
  'bundled_sales',
  'bundle_components',
  'bundles',
  // After the sales: emptying a shop in steps marks their days.
  'stale_days',
  'shop_days',
  'sync_seen_levels',
  'sync_seen_variants',
  'store_lead_times',
  'store_order_transfers',
  // With an order, its lines, receipts, matches and mails are deleted; with a supplier, what it sells.
  'purchase_orders',
  'suppliers',
  'order_papers',
  // With a product, its variants and all rows that refer to them are deleted.
  'products',
  'collections',
  // After the products: emptying a shop in steps marks the totals.
  'stale_totals',
  'catalog_totals',
  'locations',
  'transfer_lanes',
  // With a transfer, its lines are deleted.
  'stock_transfers',
] as const satisfies readonly TableName[]

/** Tables that are also deleted from when the shop asks for its data to be deleted; staged rows are deleted with their import. */
export const connectionTables = [
  'imports',
  'oauth_states',
  'shop_connections',
  'upload_chunks',
] as const satisfies readonly TableName[]

/** What stays for a merchant whose shop had its data deleted: each table with the reason. */
export const keptAfterRedaction = {
  merchants:
    'the account and its plan; the name, address, country, currency and time zone of the shop are reset',
  merchant_keys: 'the key of the account, under which another store is connected',
  invitations: 'who is asked to join the account',
  saved_views: 'names and filters that the merchant chose for the lists of any store',
  settings: 'numbers that the merchant chose for any store',
  alert_recipients: 'what each person chose to be notified of',
  report_recipients: 'who gets which report of any store',
  report_settings: 'when reports come from any store',
  notification_channels: 'how and where the merchant wants to be notified',
  sms_consents: 'the proof that the merchant agreed to text messages',
  billing_accounts: 'the plan, which continues without a shop',
  billing_events: 'what the payment provider sent about the plan',
  billing_mails: 'which mails about the plan were sent, so that none is sent twice',
  checkout_sessions: 'visits to the payment provider',
  purchase_order_numbers: 'a counter, so that no number of an order is used twice',
  order_recipients: 'hashes of who got orders by mail and who stopped them, so that limits and stops last',
  column_choices: 'what the merchant chose for the columns of files, which are named by hashes',
  audit_log: 'what was done in the account, for a year',
  trial_subjects: 'hashes that remember the trial, so that it cannot start again',
  cancellations: 'why the merchant cancelled the plan',
} as const satisfies Partial<Record<TableName, string>>
