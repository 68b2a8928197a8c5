import type {
  Alert,
  Attention,
  Dashboard,
  ProductCost,
  ProductDetail,
  ProductList,
  ProductRow,
} from '@stockcast/contract'
import { addDays } from '../ui/format/days.ts'
import { NOW } from './fixtures.ts'

export const TODAY = '2026-11-20'
const HORIZON_DAYS = 90
const DAILY_UNITS = 17

/**
 * A demand distribution as the server stores it: version, horizon, spread of a day, each day's mean, spread
 * of each sum.
 */
export const encodedDistribution = [
  1,
  HORIZON_DAYS,
  2,
  ...Array.from({ length: HORIZON_DAYS }, () => DAILY_UNITS),
  ...Array.from({ length: HORIZON_DAYS }, () => 2),
]

export function aRow(changes: Partial<ProductRow> = {}): ProductRow {
  return {
    variantId: 1,
    productId: 1,
    title: 'House Espresso, 1 kg',
    sku: 'NF-ESP-1000',
    vendor: 'Altura Roasting',
    isTracked: true,
    saleStatus: 'active',
    currentStock: 214,
    incoming: 0,
    notInStore: 0,
    averageDailySales: 15.2,
    status: 'warning',
    projection: { kind: 'days', daysUntilStockout: 11, low: 9, high: 14 },
    daysUntilStockout: 11,
    daysSource: 'forecast',
    recommendation: { kind: 'too_late', expectedStockoutDays: 2 },
    isPutTogether: false,
    orderQuantity: 792,
    orderBy: '2026-11-15',
    salesLast30: Array.from({ length: 30 }, (_, day) => day % 7),
    outOfStockLast30: Array.from({ length: 30 }, () => false),
    ...changes,
  }
}

export function aList(rows: ProductRow[], changes: Partial<ProductList> = {}): ProductList {
  return {
    rows: rows.map((row) => ({ ...row, cost: aCost() })),
    total: rows.length,
    counts: { all: 486, out_of_stock: 3, critical: 4, warning: 7, healthy: 472, off_sale: 0 },
    hasBundles: false,
    page: 1,
    pageSize: 100,
    today: TODAY,
    stockAsOf: NOW,
    forecastAsOf: '2026-11-20T11:00:00.000Z',
    ...changes,
  }
}

/** 17 of 20 futures run out within the lead time of 14 days. */
export const futures = [8, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 14, 15, 16, 18]

export function anAttention(changes: Partial<Attention> = {}): Attention {
  return {
    ...aRow(),
    futures,
    leadTimeStockoutProbability: 0.84,
    leadTimeDays: 14,
    leadTimeRange: null,
    incomingOrders: [],
    price: 26,
    supplier: { id: 3, name: 'Altura Roasting' },
    inDraft: null,
    ...changes,
  }
}

export function aDashboard(changes: Partial<Dashboard> = {}): Dashboard {
  return {
    today: TODAY,
    stockAsOf: NOW,
    forecastAsOf: '2026-11-20T11:00:00.000Z',
    products: { total: 486, soldInWindow: 461 },
    lowStock: { total: 14, out_of_stock: 3, critical: 4, warning: 7 },
    activeAlerts: { total: 5, newToday: 3, resolvedThisMonth: 11 },
    daysToStockout: { average: 38, isPlanningDefault: false, middleHalf: { low: 24, high: 57 } },
    attention: [anAttention()],
    attentionTotal: 1,
    demand: {
      history: [{ day: '2026-11-19', unitsSold: 410 }],
      forecast: [{ day: TODAY, p10: 380, p25: 420, p50: 450, p75: 480, p90: 520 }],
      events: [],
      next30: { p10: 12_669, p50: 13_623, p90: 14_713 },
    },
    recentAlerts: [],
    ...changes,
  }
}

/** A merchant with neither a store nor imported products. */
export const anEmptyDashboard = (): Dashboard =>
  aDashboard({
    stockAsOf: null,
    forecastAsOf: null,
    products: { total: 0, soldInWindow: 0 },
    lowStock: { total: 0, out_of_stock: 0, critical: 0, warning: 0 },
    activeAlerts: { total: 0, newToday: 0, resolvedThisMonth: 0 },
    daysToStockout: { average: 45, isPlanningDefault: true, middleHalf: null },
    attention: [],
    attentionTotal: 0,
    demand: { history: [], forecast: [], events: [], next30: null },
  })

export const anEmptyList = (): ProductList =>
  aList([], {
    counts: { all: 0, out_of_stock: 0, critical: 0, warning: 0, healthy: 0, off_sale: 0 },
    stockAsOf: null,
    forecastAsOf: null,
  })

export const aCost = (changes: Partial<ProductCost> = {}): ProductCost => ({
  unitCostMinor: 1140,
  currency: 'USD',
  source: 'supplier',
  shopCurrency: 'USD',
  priceMinor: 2600,
  sharedCostMinor: null,
  sharedBy: null,
  landedCostMinor: 1140,
  marginMinor: 1460,
  stockValueMinor: 243_960,
  ...changes,
})

export function aDetail({
  row,
  ...changes
}: Partial<Omit<ProductDetail, 'row'>> & { row?: Partial<ProductRow> } = {}) {
  return {
    row: aRow(row),
    bundle: null,
    inBundles: null,
    cost: aCost(),
    tags: [],
    collections: [],
    today: TODAY,
    stockAsOf: NOW,
    forecastAsOf: '2026-11-20T11:00:00.000Z',
    committed: 3,
    locations: [],
    transfers: [],
    incoming: [],
    notInStore: [],
    policy: {
      leadTimeDays: 14,
      safetyStock: 5,
      serviceLevel: 0.9,
      reviewPeriodDays: 30,
      leadTimeSource: 'merchant',
      leadTimeRange: null,
      safetyStockSource: 'default',
    },
    history: Array.from({ length: 60 }, (_, index) => ({
      day: addDays(TODAY, index - 60),
      unitsSold: 15,
      outOfStock: index < 6,
      stock: 214 + (59 - index) * 15,
    })),
    supplier: { id: 3, name: 'Altura Roasting' },
    inDraft: null,
    hasForecastChanges: false,
    move: null,
    forecast: aForecast(),
    ...changes,
  } satisfies ProductDetail
}

type Forecast = NonNullable<ProductDetail['forecast']>

/** A history in which nothing is remarkable. */
export const noEvidence = {
  daysOfHistory: 120,
  daysOutOfStock: 0,
  daysSoldOut: 0,
  daysInferredOutOfStock: 0,
  weekdayRatios: [] as number[],
  bulkDays: [],
  regularOrders: null,
  events: [],
  season: null,
}

export function aForecast(changes: Partial<Forecast> = {}): Forecast {
  return {
    basis: 'forecast',
    model: 'ensemble',
    demandClass: 'smooth',
    distribution: encodedDistribution,
    receipts: [],
    baseline: [],
    daily: Array.from({ length: HORIZON_DAYS }, (_, day) => ({
      day: addDays(TODAY, day),
      p10: 9,
      p25: 13,
      p50: 17,
      p75: 21,
      p90: 26,
    })),
    cumulative: [
      { days: 7, p10: 95, p50: 125, p90: 156, stockoutProbability: 0.001 },
      { days: 14, p10: 203, p50: 256, p90: 309, stockoutProbability: 0.84 },
      { days: 30, p10: 466, p50: 572, p90: 679, stockoutProbability: 0.999 },
      { days: 90, p10: 1_389, p50: 1_680, p90: 1_971, stockoutProbability: 1 },
    ],
    futures,
    leadTimeStockoutProbability: 0.84,
    reorderPoint: 302,
    evidence: { ...noEvidence, daysOutOfStock: 6, weekdayRatios: [1, 1.2, 1, 1, 1.21, 0.9, 0.69] },
    explanation: {
      from: TODAY,
      days: 30,
      units: 583.4,
      parts: [
        { part: 'level', units: 541.2 },
        { part: 'stockouts', units: 24.6 },
        { part: 'recent', units: 31.3 },
        { part: 'season', units: -18.9 },
        { part: 'trees', units: 0.2 },
        { part: 'weekday', units: 5 },
      ],
      medianUnits: 572,
      recalibrationUnits: -7,
    },
    accuracy: {
      horizonDays: 14,
      origins: Array.from({ length: 12 }, (_, week) => ({
        day: addDays(TODAY, (week - 13) * 7),
        p10: 200,
        p50: 250,
        p90: 300,
        actual: week === 5 ? 150 : 260,
        plainMean: 240,
      })),
      wape: 0.14,
      plainMeanWape: 0.19,
      coverage: 0.92,
    },
    ...changes,
  }
}

export function anAlert({
  meta,
  ...changes
}: Partial<Omit<Alert, 'meta'>> & { meta?: Partial<Alert['meta']> } = {}): Alert {
  return {
    id: 1,
    variantId: 1,
    type: 'stockout_risk',
    resolved: false,
    triggeredAt: '2026-11-20T11:02:00.000Z',
    resolvedAt: null,
    resolvedBy: null,
    resolvedByWhom: null,
    resolvedReason: null,
    resolvedCause: null,
    title: 'House Espresso, 1 kg',
    sku: 'NF-ESP-1000',
    currentStock: 214,
    notInStore: 0,
    supplier: { id: 3, name: 'Altura Roasting' },
    inDraft: null,
    recommendation: { kind: 'too_late', expectedStockoutDays: 2 },
    meta: {
      daysUntilStockout: 11,
      daysLow: 9,
      daysHigh: 14,
      probability: 0.84,
      orderQuantity: 792,
      orderBy: TODAY,
      isMade: false,
      recommendation: 'Order 792 today. Runs out Nov 29 to Dec 4.',
      ...meta,
    },
    ...changes,
  }
}
