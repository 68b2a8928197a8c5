import { REPORT_KEPT_DAYS } from '@stockcast/contract'
import type { Tables } from '../../kernel/database/tables.ts'

/** A view keeps nothing. */
type TableName = Exclude<keyof Tables, 'stock_at_active_locations'> & string

/** How long the rows of a table are kept. */
export type Rule =
  /** As long as the account, or the row of it to which they belong. */
  | { kind: 'with_account'; why: string }
  /** As long as the database: belonging to no merchant, and of fixed size or always needed. */
  | { kind: 'kept'; why: string }
  /** The module that writes them deletes them after `after`. */
  | { kind: 'by_module'; after: string; why: string }
  /** The daily task deletes them when `column` is `days` ago, except the rows that `spared` names. */
  | { kind: 'by_age'; column: string; days: number; spared?: string; why: string }

/**
 * The forecast reads furthest back: three years and a day. The fourth year allows a changed forecast to be
 * checked.
 */
const HISTORY = { kind: 'by_age', column: 'day', days: 1461 } as const
const sales = { ...HISTORY, why: 'forecasts read 1,096 days, trends 180, the scorecard 90' } as const

/** The rule of every table. A test compares them with the tables of the database. */
export const retentionRules = {
  account_erasures: {
    kind: 'by_module',
    after: 'the last sweep, 30 minutes after the deletion',
    why: 'says whose rows are still to be removed',
  },
  action_links: {
    kind: 'by_age',
    column: 'expires_at',
    days: 30,
    why: 'a link in an old message still says that it has expired',
  },
  pending_notifications: {
    kind: 'with_account',
    why: 'deleted with its alert, its order or its message; prevents sending one twice',
  },
  alert_recipients: { kind: 'with_account', why: 'what a person chose to hear of; goes when they leave' },
  alert_snoozes: {
    kind: 'with_account',
    why: 'what the merchant chose for a product; goes with the product',
  },
  alerts: {
    kind: 'by_age',
    column: 'resolved_at',
    days: 730,
    spared: 'resolved by hand while the condition lasts',
    why: 'the scorecard reads 90 days, the list shows two years',
  },
  audit_log: { kind: 'by_module', after: 'a year', why: 'what was done with the account, from where' },
  auth_accounts: { kind: 'with_account', why: 'the password' },
  auth_email_changes: {
    kind: 'by_module',
    after: 'the link has expired',
    why: 'links that take a new address, or put the former one back',
  },
  auth_jwks: { kind: 'kept', why: 'one key pair each month, for access tokens' },
  auth_sessions: { kind: 'by_module', after: 'the session has expired', why: 'who is signed in' },
  auth_two_factors: { kind: 'with_account', why: 'the second step' },
  auth_used_codes: {
    kind: 'by_module',
    after: 'three minutes, each night',
    why: 'keeps a code from being used twice',
  },
  auth_users: { kind: 'with_account', why: 'the sign-in' },
  auth_verifications: {
    kind: 'by_module',
    after: 'the link has expired',
    why: 'pending links and trusted devices',
  },
  billing_accounts: { kind: 'with_account', why: 'the plan' },
  billing_closings: {
    kind: 'by_module',
    after: 'the payment provider has deleted the customer',
    why: 'a closed account must never be charged',
  },
  billing_events: {
    kind: 'by_age',
    column: 'received_at',
    days: 60,
    spared: 'not yet applied',
    why: 'the payment provider repeats an event for days',
  },
  billing_mails: { kind: 'with_account', why: 'keeps a mail about the plan from being sent twice' },
  bundle_components: {
    kind: 'with_account',
    why: 'recipes with their dates: a past sale counts as demand for the parts that the bundle had on that day',
  },
  bundles: { kind: 'with_account', why: 'what the merchant or the store says is a bundle' },
  cancellations: {
    kind: 'by_age',
    column: 'requested_at',
    days: 730,
    why: 'why merchants leave, compared year by year',
  },
  catalog_totals: { kind: 'with_account', why: 'one row a merchant, replaced after each change' },
  checkout_sessions: { kind: 'with_account', why: 'whether a card was given decides about the trial' },
  bundled_sales: sales,
  collections: { kind: 'with_account', why: 'as in the store now' },
  column_choices: { kind: 'with_account', why: 'what the merchant chose for files; the latest 200 are kept' },
  clock_offset: { kind: 'kept', why: 'one row, of the sandbox' },
  compliance_requests: {
    kind: 'by_module',
    after: 'a year',
    why: 'the proof that a privacy request was answered, by hash; refuses webhooks from before it',
  },
  deliveries: {
    kind: 'by_age',
    column: 'created_at',
    days: 90,
    spared: 'still to be sent',
    why: 'the delivery log of the settings',
  },
  ended_trials: {
    kind: 'by_module',
    after: 'a year after the account was deleted',
    why: 'each mailbox and store gets one trial; by hash',
  },
  demo_starts: {
    kind: 'by_module',
    after: 'the demo account has gone, and an hour',
    why: 'limits how many demo accounts exist',
  },
  due_times: {
    kind: 'by_module',
    after: 'the work is done for good, or the account is deleted',
    why: 'when which background work of a merchant is due',
  },
  forecast_override_variants: { kind: 'with_account', why: 'goes with its override or its product' },
  forecast_overrides: {
    kind: 'by_age',
    column: 'created_at',
    days: 1095,
    why: 'it ends within a year and some days, and what it did to the forecast is shown for a year after that',
  },
  forecasts: { kind: 'with_account', why: 'one row a product, replaced each night; goes with the product' },
  import_items: { kind: 'with_account', why: 'goes with its import' },
  import_sales: { kind: 'with_account', why: 'goes with its import' },
  imports: {
    kind: 'by_age',
    column: 'created_at',
    days: 30,
    spared: 'being checked or applied',
    why: 'a checked file may be imported, and its report read',
  },
  inventory_levels: { kind: 'with_account', why: 'the stock as it is now; goes with the product' },
  invitations: {
    kind: 'by_age',
    column: 'expires_at',
    days: 30,
    why: 'an invitation that nobody took may be sent again for some weeks',
  },
  limit_counts: {
    kind: 'by_module',
    after: 'their limit has passed, a day at most',
    why: 'counts what may be done only so often, by hash or by the number of the merchant',
  },
  location_projections: {
    kind: 'with_account',
    why: 'one row a product and location, replaced each day; goes with the product',
  },
  locations: { kind: 'with_account', why: 'as in the store now' },
  mail_failures: { kind: 'kept', why: 'counts of mails that were not sent, a row for each kind and outcome' },
  memberships: { kind: 'with_account', why: 'who belongs to the shop; goes with the shop or the person' },
  merchant_directory: { kind: 'with_account', why: 'one row an account' },
  merchant_phones: {
    kind: 'by_module',
    after: 'the number is changed, or the account is deleted',
    why: 'finds whose alerts a reply to an SMS stops; by hash',
  },
  merchant_keys: { kind: 'with_account', why: 'the key under which its secrets are stored' },
  merchants: { kind: 'with_account', why: 'one row an account' },
  notification_channels: { kind: 'with_account', why: 'what the merchant chose' },
  oauth_states: { kind: 'by_age', column: 'expires_at', days: 1, why: 'a store is connected within minutes' },
  order_lines: sales,
  orders: sales,
  order_papers: { kind: 'with_account', why: 'what the merchant prints on every order' },
  order_plans: {
    kind: 'with_account',
    why: 'one row a product that a supplier sells; goes with the product',
  },
  order_recipients: {
    kind: 'with_account',
    why: 'to whom orders were sent by mail, and who stopped them; by hash',
  },
  override_changes: {
    kind: 'by_age',
    column: 'changed_at',
    days: 30,
    why: 'the numbers before the last change, for an undo',
  },
  products: { kind: 'with_account', why: 'as in the store now' },
  purchase_order_lines: { kind: 'with_account', why: 'goes with its order' },
  purchase_order_mails: { kind: 'with_account', why: 'whether an order was sent; goes with the order' },
  purchase_order_numbers: { kind: 'with_account', why: 'one row a merchant: the last number of an order' },
  purchase_orders: { kind: 'with_account', why: 'what was ordered where, at what price' },
  receipt_lines: { kind: 'with_account', why: 'goes with its receipt' },
  receipts: { kind: 'with_account', why: 'what arrived when; lead times are learned from it' },
  reconcile_runs: {
    kind: 'by_age',
    column: 'finished_at',
    days: 60,
    spared: 'the last of each kind',
    why: 'the next comparison begins at the last; the rest is for support',
  },
  report_mails: {
    kind: 'with_account',
    why: 'who was mailed a report, and until when their link works; goes with the report',
  },
  report_recipients: {
    kind: 'with_account',
    why: 'who chose or was chosen to get a report; goes when they leave',
  },
  report_settings: { kind: 'with_account', why: 'when reports come' },
  reports: {
    kind: 'by_age',
    column: 'made_at',
    days: REPORT_KEPT_DAYS,
    why: 'the page of reports shows half a year; links work for two weeks; a period is never sent again, whatever is deleted',
  },
  sales_daily: sales,
  scheduled_receipts: { kind: 'with_account', why: 'as in the store now; goes with the product' },
  schema_migrations: { kind: 'kept', why: 'which migrations ran' },
  saved_views: { kind: 'with_account', why: 'what the merchant saved; at most 50' },
  scorecards: { kind: 'with_account', why: 'one row a merchant, replaced each week' },
  server_keys: { kind: 'kept', why: 'keys of the whole server, wrapped in its secret' },
  settings: { kind: 'with_account', why: 'what the merchant chose' },
  shop_connections: {
    kind: 'with_account',
    why: 'the access to the store; tokens are deleted at an uninstall',
  },
  shop_days: { ...HISTORY, why: 'trends read 180 days' },
  shop_event_variants: { kind: 'with_account', why: 'goes with its entry of the calendar or its product' },
  shop_events: { kind: 'with_account', why: 'the calendar of the shop, which repeats each year' },
  shop_forecasts: { kind: 'with_account', why: 'one row a merchant, replaced each night' },
  sms_consents: {
    kind: 'by_age',
    column: 'ended_at',
    days: 1461,
    why: 'the proof of a consent is asked for up to four years after it ended',
  },
  sms_stops: { kind: 'kept', why: 'a number that replied STOP gets nothing until it sends START; by hash' },
  stale_days: { kind: 'by_age', column: 'day', days: 400, why: 'trends sum the last 180 days again' },
  stale_totals: {
    kind: 'by_module',
    after: 'the totals are summed, seconds later',
    why: 'marks sums as no longer true',
  },
  statistics_refreshes: { kind: 'kept', why: 'one row: when the statistics of the database were refreshed' },
  stock_daily: {
    ...HISTORY,
    spared: 'a stock that has not changed since',
    why: 'forecasts read the days out of stock of 1,096 days, the scorecard 90',
  },
  stock_projections: {
    kind: 'with_account',
    why: 'one row a product, replaced each day; goes with the product',
  },
  stock_transfer_lines: { kind: 'with_account', why: 'goes with its transfer' },
  stock_transfers: { kind: 'with_account', why: 'what was moved from where to where' },
  store_lead_times: {
    kind: 'with_account',
    why: 'how long the store’s orders took; lead times are learned from it',
  },
  store_order_matches: {
    kind: 'with_account',
    why: 'which orders are also in the store, so that none counts twice; goes with the order',
  },
  store_order_transfers: { kind: 'with_account', why: 'as in the store now' },
  supplier_variants: { kind: 'with_account', why: 'what a supplier sells; goes with the supplier' },
  suppliers: { kind: 'with_account', why: 'what the merchant noted about a supplier' },
  sync_runs: {
    kind: 'by_age',
    column: 'finished_at',
    days: 60,
    spared: 'the last of each outcome',
    why: 'the next sync begins where the last one ended',
  },
  sync_seen_levels: { kind: 'with_account', why: 'notes of a running sync, cleared by the next' },
  sync_seen_variants: { kind: 'with_account', why: 'notes of a running sync, cleared by the next' },
  transfer_lanes: { kind: 'with_account', why: 'what the merchant said of ways between locations' },
  transfer_suggestions: {
    kind: 'with_account',
    why: 'what to move, replaced each day; goes with the product',
  },
  trial_subjects: { kind: 'with_account', why: 'the hashes by which the trial is remembered' },
  upload_chunks: {
    kind: 'by_age',
    column: 'created_at',
    days: 2,
    why: 'deleted when the file is checked; what an interrupted upload left goes at night',
  },
  variant_overrides: { kind: 'with_account', why: 'what the merchant chose; goes with the product' },
  variant_trends: {
    kind: 'with_account',
    why: 'one row a product, replaced each day; goes with the product',
  },
  variants: { kind: 'with_account', why: 'as in the store now' },
  webhook_faults: {
    kind: 'by_age',
    column: 'found_at',
    days: 60,
    why: 'changes of the store that could not be applied, shown until the next full comparison',
  },
  webhook_inbox: {
    kind: 'by_age',
    column: 'received_at',
    days: 8,
    spared: 'not yet applied, while the store is connected',
    why: 'a store repeats a delivery for hours; its number keeps it from counting twice',
  },
} as const satisfies Record<TableName, Rule> & Record<string, Rule>

export interface AgeRule {
  table: string
  column: string
  days: number
}

/** The tables that the daily task checks. */
export const ageRules: readonly AgeRule[] = Object.entries<Rule>(retentionRules).flatMap(([table, rule]) =>
  rule.kind === 'by_age' ? [{ table, column: rule.column, days: rule.days }] : [],
)
