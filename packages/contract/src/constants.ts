/** The spec's business constants and limits (spec §9). Both sides import them from here. */

import { MINUTE_MS } from './durations.ts'

export const TRIAL_DAYS = 14
export const PRO_PRICE_CENTS = 1000
export const PRO_PRICE_CURRENCY = 'USD'
/** How often it is charged, as the payment provider calls it. */
export const PRO_PRICE_INTERVAL = 'month'
export const PRO_PLAN_NAME = 'Pro Plan'
export const TRIAL_EXTENSION_DAYS = 14
/** How long before the end of a trial the merchant is reminded. */
export const TRIAL_REMINDER_DAYS = [7, 3] as const
export const FEEDBACK_MAX_LENGTH = 2000
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 128

export const DEFAULT_SAFETY_STOCK = 5
export const DEFAULT_LEAD_TIME_DAYS = 14
/** Days of demand that an order covers after it has arrived. */
export const DEFAULT_COVER_DAYS = 30
export const MAX_COVER_DAYS = 365

export const WEBHOOK_URL_MAX_LENGTH = 2048
export const DASHBOARD_ALERTS = 5
export const SALES_WINDOW_DAYS = 30

export const CRITICAL_DAYS = 7
export const WARNING_DAYS = 14
export const NO_SALES_DAYS = 999
/** The most days of cover that are shown as a number. A product with more hardly sells, so the exact number means little. */
export const MAX_COVER_SHOWN = 365
export const OVER_A_YEAR = 'over a year'

/** Shown, and labelled so, until a store has its first forecast (checklist D-04). */
export const PLANNING_DEFAULT_DAYS_TO_STOCKOUT = 45

export const FORECAST_HORIZONS = [7, 14, 30, 90] as const
export const FORECAST_HORIZON_DAYS = 90

export const SIGN_UP_REDIRECT_MS = 1000
export const RETURN_REDIRECT_MS = 2000
export const CALLBACK_REDIRECT_MS = 1500
export const POST_SYNC_RELOAD_MS = 3000
export const CANCEL_COMPLETE_CLOSE_MS = 3000

export const SIDEBAR_COOKIE = 'sidebar_state'
export const SIDEBAR_COOKIE_DAYS = 7
export const MOBILE_BREAKPOINT_PX = 768

export const BILLING_DATE_FORMAT = 'MMM dd, yyyy'

export const SHOP_DOMAIN_SUFFIX = '.myshopify.com'
export const EXAMPLE_SHOP_DOMAIN = 'your-store.myshopify.com'

/** Stock data older than this is labelled as stale and raises no new alert. */
export const STALE_AFTER_MINUTES = 30

/** Days of orders that Shopify shares with an app that lacks the permission `read_all_orders`. */
export const DAYS_WITHOUT_ALL_ORDERS = 60

/** Alert messages: how long the first alert waits for others, and the minimum time between two messages of a channel. */
export const GATHER_ALERTS_MS = 2000
export const MESSAGE_SPACING_MS = MINUTE_MS
export const ALERTS_IN_MESSAGE = 10
export const DELIVERY_GIVE_UP_DAYS = 3
/** Maximum number of confirmation mails that one merchant may request in a day. */
export const CONFIRM_MAILS_A_DAY = 5
export const SLACK_WEBHOOK_PREFIX = 'https://hooks.slack.com/services/'

/** Messages about alerts to one phone, and to all phones of a shop together. */
export const SMS_DAILY_LIMIT = 5
export const SMS_DAILY_LIMIT_OF_SHOP = 15
export const PHONE_CODE_MINUTES = 10
export const PHONE_CODE_TRIES = 5
export const PHONE_CODES_A_DAY = 5

/** Upper limits of a product's settings. */
export const MAX_SAFETY_STOCK = 999_999
export const MAX_LEAD_TIME_DAYS = 3650
/** Upper limits of the defaults. */
export const MAX_DEFAULT_SAFETY_STOCK = 1_000_000
export const MAX_DEFAULT_LEAD_TIME_DAYS = 365
/** Maximum number of products that one change may list by id; larger selections are given as a search. */
export const MAX_CHOSEN_VARIANTS = 10_000

/** The calls of the auth library are under this path. */
export const AUTH_PATH = '/api/auth'
