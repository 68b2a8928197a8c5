import {
  type AlertQuery,
  accountSchema,
  activitySchema,
  alertListSchema,
  billingSchema,
  type DeliveryQuery,
  dashboardSchema,
  deliveryListSchema,
  latestImportSchema,
  notificationsSchema,
  type ProductQuery,
  productDetailSchema,
  productListSchema,
  routes,
  type Session,
  STALE_AFTER_MINUTES,
  scorecardSchema,
  sessionSchema,
  settingsSchema,
  snoozeListSchema,
  syncStateSchema,
  type TrendProductQuery,
  type TrendQuery,
  trendProductListSchema,
  trendsSchema,
  type VariantSettingsQuery,
  variantPlansSchema,
  variantSettingsListSchema,
} from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Every query key of the app; live events and mutations invalidate by these. */
export const queryKeys = {
  session: ['session'],
  dashboard: ['dashboard'],
  products: ['products'],
  product: ['product'],
  alerts: ['alerts'],
  /** Below `alerts`, so that both are invalidated together. */
  snoozes: ['alerts', 'snoozes'],
  trends: ['trends'],
  scorecard: ['scorecard'],
  sync: ['sync'],
  import: ['import'],
  settings: ['settings'],
  /** Below `settings`, so that both are invalidated together. */
  variantSettings: ['settings', 'variants'],
  account: ['account'],
  billing: ['billing'],
  notifications: ['notifications'],
  deliveries: ['deliveries'],
  forecastProgress: ['forecast-progress'],
  failedForecasts: ['failed-forecasts'],
} as const

export const sessionQuery = () =>
  queryOptions({
    queryKey: queryKeys.session,
    queryFn: ({ signal }) => api.get(routes.session(), sessionSchema, {}, signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => untilNextLook(state.data),
  })

const LOOK_EVERY_MS = 5 * 60_000

/**
 * Returns the time until the session is read again: at the latest when its stock becomes stale, so that it
 * is labelled at once.
 */
export function untilNextLook(session: Session | undefined): number {
  if (!session || session.freshness.stockAsOf === null || session.freshness.isStale) return LOOK_EVERY_MS
  const ageMs = Date.parse(session.now) - Date.parse(session.freshness.stockAsOf)
  const untilOldMs = STALE_AFTER_MINUTES * 60_000 - ageMs + 1_000
  return Math.min(LOOK_EVERY_MS, Math.max(1_000, untilOldMs))
}

export const dashboardQuery = () =>
  queryOptions({
    queryKey: queryKeys.dashboard,
    queryFn: ({ signal }) => api.get(routes.dashboard(), dashboardSchema, {}, signal),
  })

/** Long enough to come back from a product to the same place in the list. */
const LIST_KEPT_MS = 30 * 60_000

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    queryKey: [...queryKeys.products, query],
    queryFn: ({ signal }) => api.get(routes.products(), productListSchema, { ...query }, signal),
    gcTime: LIST_KEPT_MS,
  })

export const productQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.product, variantId],
    queryFn: ({ signal }) => api.get(routes.product(variantId), productDetailSchema, {}, signal),
  })

/** Below its product, so that both are invalidated together. */
export const plansQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.product, variantId, 'plans'],
    queryFn: ({ signal }) => api.get(routes.plans(variantId), variantPlansSchema, {}, signal),
  })

export const snoozesQuery = () =>
  queryOptions({
    queryKey: queryKeys.snoozes,
    queryFn: ({ signal }) => api.get(routes.snoozes(), snoozeListSchema, {}, signal),
  })

export const alertsQuery = (query: AlertQuery) =>
  queryOptions({
    queryKey: [...queryKeys.alerts, query],
    queryFn: ({ signal }) => api.get(routes.alerts(), alertListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const trendsQuery = (query: TrendQuery) =>
  queryOptions({
    queryKey: [...queryKeys.trends, 'days', query],
    queryFn: ({ signal }) => api.get(routes.trends(), trendsSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const trendProductsQuery = (query: TrendProductQuery) =>
  queryOptions({
    queryKey: [...queryKeys.trends, 'products', query],
    queryFn: ({ signal }) => api.get(routes.trendProducts(), trendProductListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const syncQuery = () =>
  queryOptions({
    queryKey: queryKeys.sync,
    queryFn: ({ signal }) => api.get(routes.sync(), syncStateSchema, {}, signal),
    // Events report every step; the interval covers a stream that a proxy buffers.
    refetchInterval: ({ state }) => (state.data?.run?.status === 'running' ? 10_000 : false),
  })

const importsAtWork = ['uploaded', 'checking', 'applying']

/** Reads the file that was uploaded last. */
export const importQuery = () =>
  queryOptions({
    queryKey: queryKeys.import,
    queryFn: ({ signal }) => api.get(routes.imports(), latestImportSchema, {}, signal),
    refetchInterval: ({ state }) => (importsAtWork.includes(state.data?.import?.status ?? '') ? 2000 : false),
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => api.get(routes.settings(), settingsSchema, {}, signal),
  })

export const variantSettingsQuery = (query: VariantSettingsQuery) =>
  queryOptions({
    queryKey: [...queryKeys.variantSettings, query],
    queryFn: ({ signal }) =>
      api.get(routes.settingsOfVariants(), variantSettingsListSchema, { ...query }, signal),
  })

export const accountQuery = () =>
  queryOptions({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => api.get(routes.account(), accountSchema, {}, signal),
  })

export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: [...queryKeys.account, 'activity', page],
    queryFn: ({ signal }) => api.get(routes.accountActivity(), activitySchema, { page }, signal),
    placeholderData: keepPreviousData,
  })

/** Reads the payment status. */
export const billingQuery = () =>
  queryOptions({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => api.get(routes.billing(), billingSchema, {}, signal),
  })

export const notificationsQuery = () =>
  queryOptions({
    queryKey: queryKeys.notifications,
    queryFn: ({ signal }) => api.get(routes.notifications(), notificationsSchema, {}, signal),
  })

export const deliveriesQuery = (query: DeliveryQuery) =>
  queryOptions({
    queryKey: [...queryKeys.deliveries, query],
    queryFn: ({ signal }) => api.get(routes.deliveries(), deliveryListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const scorecardQuery = () =>
  queryOptions({
    queryKey: queryKeys.scorecard,
    queryFn: ({ signal }) => api.get(routes.scorecard(), scorecardSchema, {}, signal),
  })
