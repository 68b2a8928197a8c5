import {
  DAYS_WITHOUT_ALL_ORDERS,
  type Session,
  SHOP_DOMAIN_SUFFIX,
  STALE_AFTER_MINUTES,
  TRIAL_DAYS,
} from '@stockcast/contract'
import type { Config } from '../../config.ts'
import { isDemoUser } from '../../demo-user-email.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { accessOf, trialDaysRemaining } from '../billing/index.ts'
import { findLastCheck, findMerchant, hasExampleVariants, isShopOfAnother } from './queries.ts'

/** A store of the sandbox with interesting data. */
const SANDBOX_SHOP = 'northfold-coffee'
const PENDING_SHOP = 'pending'
const DAY_MS = 86_400_000
/** The payment provider rounds the end of a trial to whole seconds. */
const ROUNDED_MS = 1000

type MerchantRow = NonNullable<Awaited<ReturnType<typeof findMerchant>>>

const demoWords = ['example', 'demo', 'test']

export async function getSession(
  kernel: Pick<Kernel, 'config' | 'clock' | 'db' | 'disk'>,
  merchantId: number,
): Promise<Session> {
  const now = kernel.clock.now()
  const { row, isSample, check, isTaken } = await kernel.db.withTenant(merchantId, async (tx) => {
    const row = await findMerchant(tx, merchantId)
    // A connected store is not a demo, so its catalogue need not be searched.
    const isSample = row?.connection_status === null && (await hasExampleVariants(tx, merchantId))
    const isTaken = await isShopOfAnother(tx, merchantId, `${SANDBOX_SHOP}${SHOP_DOMAIN_SUFFIX}`)
    return { row, isSample, isTaken, check: await findLastCheck(tx, merchantId) }
  })
  if (!row) throw new AppError('not_found', 'This account has no merchant.')
  return {
    merchant: merchantView(row, isSample, now),
    // Every name has its own sandbox store, so there is always a free one.
    ...sandboxView(kernel.config, isTaken ? `${SANDBOX_SHOP}-${merchantId}` : SANDBOX_SHOP),
    unresolvedAlerts: row.active_alerts ?? 0,
    storage: (await kernel.disk.look()).isLow ? ('low' as const) : ('ok' as const),
    freshness: { ...freshness(row, now), ...lastCheck(check) },
    connection: row.connection_status && { status: row.connection_status, message: row.connection_message },
    orderHistoryDays: hasShortHistory(row) ? DAYS_WITHOUT_ALL_ORDERS : null,
    now: now.toISOString(),
  }
}

function merchantView(row: MerchantRow, hasExamples: boolean, now: Date): Session['merchant'] {
  const { status, isReadOnly } = accessOf(
    {
      status: row.subscription_status,
      subscriptionId: row.subscription_id,
      trialEndsAt: row.trial_ends_at,
      accessUntil: row.access_until,
    },
    now,
  )
  return {
    id: row.id,
    email: row.email,
    isDemoUser: isDemoUser(row.email),
    shopDomain: row.shop_domain.startsWith(PENDING_SHOP) ? null : row.shop_domain,
    recordedShopDomain: row.shop_domain,
    shopName: row.shop_name,
    isConnected: row.connection_status === 'connected',
    isDemo: isDemo({
      shopDomain: row.shop_domain,
      hasToken: row.connection_status !== null,
      hasExampleVariants: hasExamples,
      isFlagged: row.is_demo,
    }),
    timeZone: row.time_zone,
    countryCode: row.country_code,
    currency: row.currency,
    subscriptionStatus: status,
    planName: row.plan_name,
    trialEndsAt: row.trial_ends_at.toISOString(),
    trialDaysRemaining: status === 'trial' ? trialDaysRemaining(row.trial_ends_at, now) : null,
    hadTrialBefore: hadTrialBefore(row),
    currentPeriodEnd: row.current_period_end?.toISOString() ?? null,
    isReadOnly,
  }
}

/**
 * Returns whether a trial without a plan ends earlier than a whole one would: the mailbox or the store had a
 * trial before.
 */
function hadTrialBefore(row: MerchantRow): boolean {
  const { created_at: createdAt, trial_ends_at: endsAt, subscription_id: subscriptionId } = row
  return subscriptionId === null && endsAt.getTime() < createdAt.getTime() + TRIAL_DAYS * DAY_MS - ROUNDED_MS
}

function sandboxView(
  config: Config,
  shopToTry: string,
): Pick<Session, 'providers' | 'sandboxConsoleUrl' | 'sandboxShop'> {
  const { shopify, stripe, mail, slack, sms } = config
  const providers = {
    shopify: shopify.mode,
    stripe: stripe.mode,
    mail: mail.mode,
    slack: slack.mode,
    sms: sms.mode,
  }
  const isInUse = Object.values(providers).includes('sandbox')
  return {
    providers,
    sandboxConsoleUrl: isInUse ? (config.sandbox?.url ?? null) : null,
    sandboxShop: config.shopify.mode === 'sandbox' ? shopToTry : null,
  }
}

function freshness(row: MerchantRow, now: Date): Session['freshness'] {
  const ageMs = row.stock_as_of === null ? 0 : now.getTime() - row.stock_as_of.getTime()
  return {
    stockAsOf: row.stock_as_of?.toISOString() ?? null,
    forecastAsOf: row.forecast_as_of?.toISOString() ?? null,
    unappliedChanges: row.unapplied_changes ?? 0,
    isStale: row.connection_status !== null && ageMs > STALE_AFTER_MINUTES * 60_000,
  }
}

function lastCheck(check: Awaited<ReturnType<typeof findLastCheck>>) {
  if (!check) return { lastCheckedAt: null, differences: null }
  const { stock, orders, products } = check.differences
  return { lastCheckedAt: check.finished_at.toISOString(), differences: stock + orders + products }
}

function hasShortHistory({ connection_scopes: scopes }: MerchantRow): boolean {
  return scopes !== null && !scopes.includes('read_all_orders')
}

/** Implements checklist X-03: a store connected with a real token is never a demo, whatever its name. */
export function isDemo(shop: {
  shopDomain: string
  hasToken: boolean
  hasExampleVariants: boolean
  /** Whether sample data was loaded, whatever the shop is called. */
  isFlagged: boolean
}): boolean {
  if (shop.hasToken) return false
  return shop.isFlagged || shop.hasExampleVariants || demoWords.some((word) => shop.shopDomain.includes(word))
}
