import type { ExcessList, ExcessRow, OrderList, OrderListRow } from '@stockcast/contract'
import { NOW } from './fixtures.ts'
import { futures, TODAY } from './stock-fixtures.ts'
import { aLeadTime } from './supplier-fixtures.ts'

export function anOrderListRow(changes: Partial<OrderListRow> = {}): OrderListRow {
  return {
    variantId: 1,
    productId: 1,
    title: 'House Espresso, 1 kg',
    sku: 'NF-ESP-1000',
    vendor: 'Altura Roasting',
    abc: 'a',
    xyz: 'x',
    available: 214,
    incoming: 0,
    notInStore: 0,
    arrivals: [],
    averageDailyDemand: 17,
    daysLeft: 11,
    stockoutProbability: 0.84,
    orderBy: '2026-11-15',
    due: 'due',
    supplier: { id: 1, name: 'Altura Roasting' },
    alternatives: [],
    leadTime: aLeadTime(),
    packSize: 24,
    minimumUnits: 48,
    maximumUnits: null,
    quantity: 792,
    packs: 33,
    need: 780,
    currency: 'USD',
    unitCostMinor: 1140,
    baseCostMinor: 1140,
    priceBreaks: [],
    costMinor: 902_880,
    shopCostMinor: 902_880,
    valueMinor: 474_100,
    hasAssumedMargin: false,
    coverageBefore: { low: 9, middle: 11, high: 14, futures },
    coverageAfter: { low: 45, middle: 52, high: 63, futures: futures.map((day) => day + 41) },
    why: [
      { code: 'need', orderUpTo: 994, stock: 214, incoming: 0, onTheWay: 0, units: 780 },
      { code: 'review_period', days: 30, nextOrderDay: '2026-12-20' },
      { code: 'pack', packSize: 24, packs: 33 },
    ],
    inDraft: null,
    ...changes,
  }
}

export function anOrderList(
  rows: OrderListRow[] = [anOrderListRow()],
  changes: Partial<OrderList> = {},
): OrderList {
  const costMinor = rows.reduce((sum, row) => sum + (row.shopCostMinor ?? 0), 0)
  const countOf = (due: OrderListRow['due']) => rows.filter((row) => row.due === due).length
  return {
    rows,
    total: rows.length,
    quantitiesFor: 'shop',
    counts: { due: countOf('due'), soon: countOf('soon'), not_yet: countOf('not_yet') },
    totals: {
      rows: rows.length,
      units: rows.reduce((sum, row) => sum + row.quantity, 0),
      costMinor,
      valueMinor: rows.reduce((sum, row) => sum + (row.valueMinor ?? 0), 0),
      rowsWithoutCost: rows.filter((row) => row.shopCostMinor === null).length,
      budgetMinor: null,
      rowsCut: 0,
    },
    suppliers: [],
    toMake: [],
    currency: 'USD',
    page: 1,
    pageSize: 500,
    today: TODAY,
    stockAsOf: NOW,
    forecastAsOf: NOW,
    ...changes,
  }
}

/** Answers `GET /api/order-list` with the rows of the group that is asked for. */

export const getOrderList =
  (rows: OrderListRow[], changes: Partial<OrderList> = {}) =>
  ({ query }: { query: Record<string, string> }): OrderList =>
    anOrderList(
      rows.filter(({ due }) => due === query.due),
      changes,
    )

export function anExcessRow(changes: Partial<ExcessRow> = {}): ExcessRow {
  return {
    variantId: 9,
    title: 'Gift Card Sleeve, kraft',
    sku: 'NF-GCS-KR',
    kind: 'overstock',
    abc: 'c',
    xyz: 'z',
    available: 240,
    excessUnits: 160,
    daysOfCover: 310.4,
    isHistoryShort: false,
    lastSoldOn: '2026-11-12',
    unitCostMinor: 45,
    excessValueMinor: 7_200,
    ...changes,
  }
}

export const anExcessList = (
  rows: ExcessRow[] = [anExcessRow()],
  changes: Partial<ExcessList> = {},
): ExcessList => ({
  rows,
  total: rows.length,
  counts: { overstock: rows.length, dead: 0 },
  totals: { overstockMinor: 412_000, deadMinor: 90_000, rowsWithoutCost: 0, inventoryMinor: 6_100_000 },
  currency: 'USD',
  page: 1,
  pageSize: 100,
  today: TODAY,
  ...changes,
})
