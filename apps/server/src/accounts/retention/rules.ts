import { REPORT_KEPT_DAYS } from '@stockcast/contract'

// How long the rows of each table are kept, and why. A test compares the tables with those of the database.

/** As long as the account, or the row of it to which they belong. */
const withAccount = {
  alert_recipients: 'what a person chose to hear of; goes when they leave',
  alert_snoozes: 'what the merchant chose for a product; goes with the product',
  auth_accounts: 'the password',
  auth_two_factors: 'the second step',
  auth_users: 'the sign-in',
  billing_accounts: 'the plan',
  billing_mails: 'keeps a mail about the plan from being sent twice',
  bundle_components:
    'recipes with their dates: a past sale counts as demand for the parts that the bundle had on that day',
  bundles: 'what the merchant or the store says is a bundle',
  catalog_totals: 'one row a merchant, replaced after each change',
  checkout_sessions: 'whether a card was given decides about the trial',
  collections: 'as in the store now',
  column_choices: 'what the merchant chose for files; the latest 200 are kept',
  forecast_override_variants: 'goes with its override or its product',
  forecasts: 'one row a product, replaced each night; goes with the product',
  import_items: 'goes with its import',
  import_sales: 'goes with its import',
  inventory_levels: 'the stock as it is now; goes with the product',
  location_projections: 'one row a product and location, replaced each day; goes with the product',
  locations: 'as in the store now',
  memberships: 'who belongs to the shop; goes with the shop or the person',
  merchant_directory: 'one row an account',
  merchant_keys: 'the key under which its secrets are stored',
  merchants: 'one row an account',
  notification_channels: 'what the merchant chose',
  order_papers: 'what the merchant prints on every order',
  order_plans: 'one row a product that a supplier sells; goes with the product',
  order_recipients: 'to whom orders were sent by mail, and who stopped them; by hash',
  pending_notifications: 'deleted with its alert, its order or its message; prevents sending one twice',
  products: 'as in the store now',
  purchase_order_lines: 'goes with its order',
  purchase_order_mails: 'whether an order was sent; goes with the order',
  purchase_order_numbers: 'one row a merchant: the last number of an order',
  purchase_orders: 'what was ordered where, at what price',
  receipt_lines: 'goes with its receipt',
  receipts: 'what arrived when; lead times are learned from it',
  report_mails: 'who was mailed a report, and until when their link works; goes with the report',
  report_recipients: 'who chose or was chosen to get a report; goes when they leave',
  report_settings: 'when reports come',
  saved_views: 'what the merchant saved; at most 50',
  scheduled_receipts: 'as in the store now; goes with the product',
  scorecards: 'one row a merchant, replaced each week',
  settings: 'what the merchant chose',
  shop_connections: 'the access to the store; tokens are deleted at an uninstall',
  shop_event_variants: 'goes with its entry of the calendar or its product',
  shop_events: 'the calendar of the shop, which repeats each year',
  shop_forecasts: 'one row a merchant, replaced each night',
  stock_projections: 'one row a product, replaced each day; goes with the product',
  stock_transfer_lines: 'goes with its transfer',
  stock_transfers: 'what was moved from where to where',
  store_lead_times: 'how long the store’s orders took; lead times are learned from it',
  store_order_matches: 'which orders are also in the store, so that none counts twice; goes with the order',
  store_order_transfers: 'as in the store now',
  supplier_variants: 'what a supplier sells; goes with the supplier',
  suppliers: 'what the merchant noted about a supplier',
  sync_seen_levels: 'notes of a running sync, cleared by the next',
  sync_seen_variants: 'notes of a running sync, cleared by the next',
  transfer_lanes: 'what the merchant said of ways between locations',
  transfer_suggestions: 'what to move, replaced each day; goes with the product',
  trial_subjects: 'the hashes by which the trial is remembered',
  variant_overrides: 'what the merchant chose; goes with the product',
  variant_trends: 'one row a product, replaced each day; goes with the product',
  variants: 'as in the store now',
}

/** As long as the database: belonging to no merchant, and of fixed size or always needed. */
const kept = {
  auth_jwks: 'one key pair each month, for access tokens',
  clock_offset: 'one row, of the sandbox',
  mail_failures: 'counts of mails that were not sent, a row for each kind and outcome',
  schema_migrations: 'which migrations ran',
  server_keys: 'keys of the whole server, wrapped in its secret',
  sms_stops: 'a number that replied STOP gets nothing until it sends START; by hash',
  statistics_refreshes: 'one row: when the statistics of the database were refreshed',
}

/** The module that writes them deletes them. */
const byModule = {
  account_erasures:
    'after the last sweep, 30 minutes after the deletion: says whose rows are still to be removed',
  audit_log: 'after a year: what was done with the account, from where',
  auth_email_changes: 'after the link has expired: links that take a new address, or put the former one back',
  auth_sessions: 'after the session has expired: who is signed in',
  auth_used_codes: 'after three minutes, each night: keeps a code from being used twice',
  auth_verifications: 'after the link has expired: pending links and trusted devices',
  billing_closings:
    'after the payment provider has deleted the customer: a closed account must never be charged',
  compliance_requests:
    'after a year: the proof that a privacy request was answered, by hash; refuses webhooks from before it',
  demo_starts: 'after the demo account has gone, and an hour: limits how many demo accounts exist',
  due_times:
    'after the work is done for good, or the account is deleted: when which background work of a merchant is due',
  ended_trials: 'a year after the account was deleted: each mailbox and store gets one trial; by hash',
  limit_counts:
    'after their limit has passed, a day at most: counts what may be done only so often, by hash or by the number of the merchant',
  merchant_phones:
    'after the number is changed, or the account is deleted: finds whose alerts a reply to an SMS stops; by hash',
  stale_totals: 'after the totals are summed, seconds later: marks sums as no longer true',
}

/**
 * The forecast reads furthest back: three years and a day. The fourth year allows a changed forecast to be
 * checked.
 */
const HISTORY = { column: 'day', days: 1461 }
const sales = { ...HISTORY, why: 'forecasts read 1,096 days, trends 180, the scorecard 90' }

export interface AgeRule {
  column: string
  days: number
  /** Which rows stay longer. */
  spared?: string
  why: string
}

/** The daily task deletes them when `column` is `days` ago, except the rows that `spared` names. */
export const ageRules: Readonly<Record<string, AgeRule>> = {
  action_links: {
    column: 'expires_at',
    days: 30,
    why: 'a link in an old message still says that it has expired',
  },
  alerts: {
    column: 'resolved_at',
    days: 730,
    spared: 'resolved by hand while the condition lasts',
    why: 'the scorecard reads 90 days, the list shows two years',
  },
  billing_events: {
    column: 'received_at',
    days: 60,
    spared: 'not yet applied',
    why: 'the payment provider repeats an event for days',
  },
  bundled_sales: sales,
  cancellations: { column: 'requested_at', days: 730, why: 'why merchants leave, compared year by year' },
  deliveries: {
    column: 'created_at',
    days: 90,
    spared: 'still to be sent',
    why: 'the delivery log of the settings',
  },
  forecast_overrides: {
    column: 'created_at',
    days: 1095,
    why: 'it ends within a year and some days, and what it did to the forecast is shown for a year after that',
  },
  imports: {
    column: 'created_at',
    days: 30,
    spared: 'being checked or applied',
    why: 'a checked file may be imported, and its report read',
  },
  invitations: {
    column: 'expires_at',
    days: 30,
    why: 'an invitation that nobody took may be sent again for some weeks',
  },
  oauth_states: { column: 'expires_at', days: 1, why: 'a store is connected within minutes' },
  order_lines: sales,
  orders: sales,
  override_changes: {
    column: 'changed_at',
    days: 30,
    why: 'the numbers before the last change, for an undo',
  },
  reconcile_runs: {
    column: 'finished_at',
    days: 60,
    spared: 'the last of each kind',
    why: 'the next comparison begins at the last; the rest is for support',
  },
  reports: {
    column: 'made_at',
    days: REPORT_KEPT_DAYS,
    why: 'the page of reports shows half a year; links work for two weeks; a period is never sent again, whatever is deleted',
  },
  sales_daily: sales,
  shop_days: { ...HISTORY, why: 'trends read 180 days' },
  sms_consents: {
    column: 'ended_at',
    days: 1461,
    why: 'the proof of a consent is asked for up to four years after it ended',
  },
  stale_days: { column: 'day', days: 400, why: 'trends sum the last 180 days again' },
  stock_daily: {
    ...HISTORY,
    spared: 'a stock that has not changed since',
    why: 'forecasts read the days out of stock of 1,096 days, the scorecard 90',
  },
  sync_runs: {
    column: 'finished_at',
    days: 60,
    spared: 'the last of each outcome',
    why: 'the next sync begins where the last one ended',
  },
  upload_chunks: {
    column: 'created_at',
    days: 2,
    why: 'deleted when the file is checked; what an interrupted upload left goes at night',
  },
  webhook_faults: {
    column: 'found_at',
    days: 60,
    why: 'changes of the store that could not be applied, shown until the next full comparison',
  },
  webhook_inbox: {
    column: 'received_at',
    days: 8,
    spared: 'not yet applied, while the store is connected',
    why: 'a store repeats a delivery for hours; its number keeps it from counting twice',
  },
}

/** Named twice where a table has two rules, so that a test finds it. */
export const tablesWithRule: readonly string[] = [withAccount, kept, byModule, ageRules].flatMap((rules) =>
  Object.keys(rules),
)
