import type { Session, SyncRun } from '@stockcast/contract'

type Merchant = Session['merchant']

export const NOW = '2026-11-20T15:32:00.000Z'

export function aMerchant(changes: Partial<Merchant> = {}): Merchant {
  return {
    id: 7,
    email: 'owner@northfold.test',
    isDemoUser: false,
    shopDomain: 'northfold-coffee.myshopify.com',
    recordedShopDomain: 'northfold-coffee.myshopify.com',
    shopName: 'Northfold Coffee',
    isConnected: true,
    isDemo: false,
    timeZone: 'America/New_York',
    countryCode: 'US',
    currency: 'USD',
    subscriptionStatus: 'trial',
    planName: null,
    trialEndsAt: '2026-11-29T15:00:00.000Z',
    trialDaysRemaining: 9,
    hadTrialBefore: false,
    currentPeriodEnd: null,
    isReadOnly: false,
    ...changes,
  }
}

export function aSession({
  merchant,
  ...changes
}: Partial<Omit<Session, 'merchant'>> & { merchant?: Partial<Merchant> } = {}): Session {
  return {
    merchant: aMerchant(merchant),
    user: { email: aMerchant(merchant).email, homeId: 7, role: 'owner', isMemberOnly: false, shops: [] },
    providers: { shopify: 'live', stripe: 'live', mail: 'live' },
    sandboxConsoleUrl: null,
    sandboxShop: null,
    unresolvedAlerts: 5,
    freshness: {
      stockAsOf: NOW,
      forecastAsOf: '2026-11-20T11:02:00.000Z',
      isStale: false,
      lastCheckedAt: '2026-11-20T15:15:00.000Z',
      differences: 0,
    },
    connection: { status: 'connected', message: null },
    orderHistoryDays: null,
    now: NOW,
    ...changes,
  }
}

/** A merchant before the first store is connected. */
export const withoutStore: Partial<Merchant> = {
  shopDomain: null,
  recordedShopDomain: 'pending-7',
  shopName: null,
  isConnected: false,
}

/** A first sync in the middle of its orders. */
export function aSyncRun(changes: Partial<SyncRun> = {}): SyncRun {
  return {
    id: 1,
    kind: 'first',
    status: 'running',
    phase: 'orders',
    method: 'bulk',
    products: 212,
    variants: 486,
    orders: 31_402,
    orderLines: 68_120,
    forecast: { done: 0, total: 486 },
    expected: { variants: 486, orders: 48_900 },
    startedAt: NOW,
    finishedAt: null,
    message: null,
    messageCode: null,
    ...changes,
  }
}
