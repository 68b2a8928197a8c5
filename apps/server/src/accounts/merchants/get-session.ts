import {
  DAY_MS,
  DAYS_WITHOUT_ALL_ORDERS,
  type Session,
  SHOP_DOMAIN_SUFFIX,
  TRIAL_DAYS,
} from '@stockcast/contract'
import { getAccess } from '../../kernel/access/access.ts'
import type { Config } from '../../kernel/config/config.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isStale } from '../../kernel/shop-facts/is-stale.ts'
import { requireShopFacts, type ShopFacts } from '../../kernel/shop-facts/queries.ts'
import { isShopDomainFree } from '../../store/index.ts'
import { trialDaysRemaining } from '../billing/account.ts'
import { listShops } from '../team/queries.ts'
import { findLastCheck, findMerchant, hasExampleVariants } from './queries.ts'

/** A store of the sandbox with interesting data. */
const SANDBOX_SHOP = 'northfold-coffee'
const PENDING_SHOP = 'pending'
/** The payment provider rounds the end of a trial to whole seconds. */
const ROUNDED_MS = 1000

type MerchantRow = Awaited<ReturnType<typeof findMerchant>>

const demoWords = ['example', 'demo', 'test']

export async function getSession(
  kernel: Pick<Kernel, 'config' | 'clock' | 'db' | 'disk'>,
  { merchantId, homeId, userId, email, role }: SignedIn,
): Promise<Session> {
  const now = kernel.clock.now()
  const { shop, row, isSample, check, isTaken } = await kernel.db.withTenant(merchantId, async (tx) => {
    const [shop, row, isFree, check] = await Promise.all([
      requireShopFacts(tx, merchantId),
      findMerchant(tx, merchantId),
      isShopDomainFree(tx, merchantId, `${SANDBOX_SHOP}${SHOP_DOMAIN_SUFFIX}`),
      findLastCheck(tx, merchantId),
    ])
    // A connected store is not a demo, so its catalogue need not be searched.
    const isSample = !shop.hasStore && (await hasExampleVariants(tx, merchantId))
    return { shop, row, isSample, isTaken: !isFree, check }
  })
  const shops = await listShops(kernel.db.directory, userId)
  return {
    user: userView({ email, homeId, role }, shops),
    merchant: merchantView({ shop, row, hasExamples: isSample, now }),
    // Every name has its own sandbox store, so there is always a free one.
    ...sandboxView(kernel.config, isTaken ? `${SANDBOX_SHOP}-${merchantId}` : SANDBOX_SHOP),
    unresolvedAlerts: row.active_alerts ?? 0,
    storage: (await kernel.disk.look()).isLow ? ('low' as const) : ('ok' as const),
    freshness: { ...freshness(shop, now), unappliedChanges: row.unapplied_changes ?? 0, ...lastCheck(check) },
    connection: shop.connection && { status: shop.connection.status, message: shop.connection.message },
    orderHistoryDays:
      shop.connection?.scopes.includes('read_all_orders') === false ? DAYS_WITHOUT_ALL_ORDERS : null,
    now: now.toISOString(),
  }
}

function userView(
  { email, homeId, role }: Pick<SignedIn, 'email' | 'homeId' | 'role'>,
  shops: Awaited<ReturnType<typeof listShops>>,
): Session['user'] {
  return {
    email,
    homeId,
    role,
    isMemberOnly: shops.some(({ isMemberOnly }) => isMemberOnly),
    shops: shops.flatMap(({ isMemberOnly, name, ...shop }) =>
      isMemberOnly ? [] : [{ ...shop, name: name.replace(SHOP_DOMAIN_SUFFIX, '') }],
    ),
  }
}

function merchantView(args: {
  shop: ShopFacts
  row: MerchantRow
  hasExamples: boolean
  now: Date
}): Session['merchant'] {
  const { shop, row, hasExamples, now } = args
  const { status, isReadOnly } = getAccess(
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
    email: shop.email,
    isDemoUser: isDemoUser(shop.email),
    shopDomain: shop.shopDomain.startsWith(PENDING_SHOP) ? null : shop.shopDomain,
    recordedShopDomain: shop.shopDomain,
    shopName: shop.shopName,
    isConnected: shop.connection?.status === 'connected',
    isDemo: isDemo({
      shopDomain: shop.shopDomain,
      hasToken: shop.hasStore,
      hasExampleVariants: hasExamples,
      isFlagged: shop.isDemo,
    }),
    timeZone: shop.timeZone,
    countryCode: shop.countryCode,
    currency: shop.currency,
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
  const { stripe, mail, slack, sms } = config
  const providers = {
    shopify: config.shopify.mode,
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

function freshness(
  shop: ShopFacts,
  now: Date,
): Pick<Session['freshness'], 'stockAsOf' | 'forecastAsOf' | 'isStale'> {
  return {
    stockAsOf: shop.stockAsOf?.toISOString() ?? null,
    forecastAsOf: shop.forecastAsOf?.toISOString() ?? null,
    isStale: isStale(shop, now),
  }
}

function lastCheck(check: Awaited<ReturnType<typeof findLastCheck>>) {
  if (!check) return { lastCheckedAt: null, differences: null }
  const { stock, orders, products } = check.differences
  return { lastCheckedAt: check.finished_at.toISOString(), differences: stock + orders + products }
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
