import type { Tables } from '../../database/tables.ts'

type TableName = keyof Tables & string

/** What comes from a shop or is derived from it, in the order in which it is deleted. */
export const shopTables = [
  // Its pending notifications and the links in its messages go with an alert.
  'alerts',
  'deliveries',
  'scorecards',
  'override_changes',
  'sync_runs',
  'reconcile_runs',
  'webhook_inbox',
  'webhook_faults',
  'shop_forecasts',
  'order_lines',
  'orders',
  'sales_daily',
  // After the sales, whose going marks their days.
  'stale_days',
  'shop_days',
  'sync_seen_levels',
  'sync_seen_variants',
  // Its variants go with a product, and all that hangs on them.
  'products',
  'locations',
] as const satisfies readonly TableName[]

/** What goes as well when the shop asks for its data to be deleted; staged rows go with their import. */
export const connectionTables = [
  'imports',
  'oauth_states',
  'shop_connections',
] as const satisfies readonly TableName[]

/** What stays of a merchant whose shop had its data deleted, each table with its reason. */
export const keptAfterRedaction = {
  merchants:
    'the account and its plan; the name, address, country, currency and time zone of the shop are reset',
  merchant_keys: 'the key of the account, under which another store is connected',
  settings: 'numbers that the merchant chose for any store',
  notification_channels: 'how the merchant wants to be told, and where',
  sms_consents: 'the proof that the merchant agreed to text messages',
  billing_accounts: 'the plan, which goes on without a shop',
  billing_events: 'what the payment provider sent about the plan',
  billing_mails: 'which mails about the plan were sent, so that none is sent twice',
  checkout_sessions: 'visits to the payment provider',
  audit_log: 'what was done with the account, for a year',
  quota_uses: 'how often the merchant did lately what is bounded',
  trial_subjects: 'hashes by which the trial is remembered, so that it is not begun anew',
  cancellations: 'why the merchant cancelled the plan',
} as const satisfies Partial<Record<TableName, string>>
