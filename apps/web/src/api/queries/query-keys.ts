/** Every query key of the app; live events and mutations invalidate by these. */
export const queryKeys = {
  session: ['session'],
  dashboard: ['dashboard'],
  products: ['products'],
  product: ['product'],
  /** Below `products`, so that both are invalidated together. */
  groups: ['products', 'groups'],
  alerts: ['alerts'],
  /** Below `alerts`, so that both are invalidated together. */
  snoozes: ['alerts', 'snoozes'],
  trends: ['trends'],
  calendar: ['calendar'],
  scorecard: ['scorecard'],
  sync: ['sync'],
  import: ['import'],
  /** Suppliers, orders and the list of what to order are below it. */
  purchasing: ['purchasing'],
  settings: ['settings'],
  /** Below `settings`, so that both are invalidated together. */
  views: ['settings', 'views'],
  /** Below `settings`, so that both are invalidated together. */
  variantSettings: ['settings', 'variants'],
  account: ['account'],
  team: ['team'],
  billing: ['billing'],
  notifications: ['notifications'],
  deliveries: ['deliveries'],
  forecastProgress: ['forecast-progress'],
  failedForecasts: ['failed-forecasts'],
} as const
