import type {
  ExcessList,
  ExcessRow,
  LeadTime,
  OrderList,
  OrderListRow,
  OrderMail,
  PurchaseOrder,
  PurchaseOrderLine,
  PurchaseOrderList,
  PurchaseOrderRow,
  SupplierImport,
  SupplierList,
  SupplierRow,
  SupplierVariantRow,
} from '@stockcast/contract'
import { NOW } from './fixtures.ts'
import { futures, TODAY } from './stock-fixtures.ts'

export const aLeadTime = (changes: Partial<LeadTime> = {}): LeadTime => ({
  days: 14,
  p10: 14,
  p90: 14,
  source: 'stated',
  learned: { orders: 1, shortestDays: 17, longestDays: 17, p10: null, p50: null, p90: null },
  statedDays: 14,
  ...changes,
})

export const aLearnedLeadTime = (): LeadTime =>
  aLeadTime({
    days: 20,
    p10: 17,
    p90: 26,
    source: 'learned',
    learned: { orders: 6, shortestDays: 16, longestDays: 26, p10: 17, p50: 20, p90: 26 },
  })

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
    costMinor: 902_880,
    shopCostMinor: 902_880,
    valueMinor: 474_100,
    hasAssumedMargin: false,
    coverageBefore: { low: 9, middle: 11, high: 14, futures },
    coverageAfter: { low: 45, middle: 52, high: 63, futures: futures.map((day) => day + 41) },
    why: [
      { code: 'need', orderUpTo: 994, stock: 214, incoming: 0, units: 780 },
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
export const orderListOf =
  (rows: OrderListRow[], changes: Partial<OrderList> = {}) =>
  ({ query }: { query: Record<string, string> }): OrderList =>
    anOrderList(
      rows.filter(({ due }) => due === query.due),
      changes,
    )

export function aSupplierRow(changes: Partial<SupplierRow> = {}): SupplierRow {
  return {
    id: 1,
    name: 'Altura Roasting',
    email: 'orders@altura.test',
    language: 'en',
    currency: 'USD',
    statedLeadTimeDays: 14,
    worstLeadTimeDays: null,
    review: { kind: 'weekdays', weekdays: [1, 4] },
    minimum: { kind: 'value', amountMinor: 25_000 },
    shutdowns: [],
    replacesRejected: false,
    archivedAt: null,
    createdAt: NOW,
    items: 12,
    openOrders: 2,
    leadTime: aLearnedLeadTime(),
    score: {
      orders: 6,
      onTimeRatio: 0.67,
      fillRatio: 0.98,
      rejectedRatio: 0.01,
      leadTimeMedianDays: 20,
      leadTimeP90Days: 26,
      lateValueMinor: 34_200,
      lateUnits: 30,
    },
    ...changes,
  }
}

export const aSupplierList = (rows: SupplierRow[] = [aSupplierRow()]): SupplierList => ({
  rows,
  total: rows.length,
  page: 1,
  pageSize: 100,
})

export function aSupplierItem(changes: Partial<SupplierVariantRow> = {}): SupplierVariantRow {
  return {
    supplierId: 1,
    variantId: 1,
    supplierSku: 'AR-77',
    unitCostMinor: 1140,
    packSize: 24,
    minimumUnits: 48,
    maximumUnits: null,
    priceBreaks: [{ fromUnits: 480, unitCostMinor: 1080 }],
    leadTimeDays: null,
    rank: 1,
    title: 'House Espresso, 1 kg',
    sku: 'NF-ESP-1000',
    supplierName: 'Altura Roasting',
    currency: 'USD',
    ...changes,
  }
}

export function anOrderRow(changes: Partial<PurchaseOrderRow> = {}): PurchaseOrderRow {
  return {
    id: 12,
    number: 'PO-0012',
    status: 'ordered',
    supplierId: 1,
    supplierName: 'Altura Roasting',
    isNoted: false,
    source: 'own',
    externalId: null,
    currency: 'USD',
    orderedOn: '2026-11-02',
    expectedOn: '2026-11-16',
    isConfirmed: true,
    isLate: true,
    lines: 2,
    units: 312,
    remaining: 312,
    totalMinor: 355_680,
    linesWithoutCost: 0,
    mailStatus: 'sent',
    createdAt: NOW,
    updatedAt: NOW,
    version: 3,
    ...changes,
  }
}

export const anOrdersList = (
  rows: PurchaseOrderRow[] = [anOrderRow()],
  changes: Partial<PurchaseOrderList> = {},
): PurchaseOrderList => ({
  rows,
  total: rows.length,
  counts: {
    all: rows.length,
    open: 1,
    late: 1,
    draft: 0,
    ordered: 1,
    partly_received: 0,
    received: 0,
    closed: 0,
    cancelled: 0,
  },
  page: 1,
  pageSize: 50,
  today: TODAY,
  ...changes,
})

export function aLine(changes: Partial<PurchaseOrderLine> = {}): PurchaseOrderLine {
  return {
    id: 101,
    variantId: 1,
    isKnown: true,
    title: 'House Espresso, 1 kg',
    sku: 'NF-ESP-1000',
    barcode: '4006381333931',
    supplierSku: 'AR-77',
    packSize: 24,
    unitCostMinor: 1140,
    ordered: 240,
    confirmed: null,
    received: 0,
    rejected: 0,
    replaced: 0,
    cancelled: 0,
    remaining: 240,
    seenInStore: 0,
    expectedOn: null,
    costMinor: 273_600,
    sharedCostMinor: 0,
    ...changes,
  }
}

export const mayDo = (...allowed: (keyof PurchaseOrder['can'])[]): PurchaseOrder['can'] => ({
  edit: allowed.includes('edit'),
  delete: allowed.includes('delete'),
  order: allowed.includes('order'),
  send: allowed.includes('send'),
  receive: allowed.includes('receive'),
  close: allowed.includes('close'),
  cancel: allowed.includes('cancel'),
  reopen: allowed.includes('reopen'),
})

export function anOrder(changes: Partial<PurchaseOrder> = {}): PurchaseOrder {
  return {
    ...anOrderRow(),
    lines: [
      aLine(),
      aLine({
        id: 102,
        variantId: 2,
        title: 'Guji Natural, 250 g',
        sku: 'NF-GUJ-250',
        barcode: null,
        supplierSku: null,
        packSize: 1,
        ordered: 72,
        remaining: 72,
        unitCostMinor: null,
        costMinor: null,
      }),
    ],
    supplierEmail: 'orders@altura.test',
    locationId: null,
    locationName: 'Stock room',
    fxRate: 1,
    freightMinor: 0,
    dutyMinor: 0,
    otherMinor: 0,
    costSharing: 'value',
    note: null,
    receipts: [],
    mails: [],
    can: mayDo('edit', 'send', 'receive', 'close', 'cancel'),
    today: TODAY,
    ...changes,
  }
}

export const aDraft = (changes: Partial<PurchaseOrder> = {}): PurchaseOrder =>
  anOrder({
    status: 'draft',
    orderedOn: null,
    expectedOn: null,
    isConfirmed: false,
    isLate: false,
    mailStatus: null,
    can: mayDo('edit', 'delete', 'order', 'send', 'cancel'),
    ...changes,
  })

export const aMail = (changes: Partial<OrderMail> = {}): OrderMail => ({
  to: 'orders@altura.test',
  replyTo: 'owner@northfold.test',
  subject: 'Order PO-0012 of Northfold Coffee',
  text: 'Hello,\n\nplease find our order PO-0012 attached.\n',
  attachments: [{ fileName: 'PO-0012.pdf', contentType: 'application/pdf' }],
  obstacle: null,
  ...changes,
})

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

export const aSupplierImport = (changes: Partial<SupplierImport> = {}): SupplierImport => ({
  kind: 'suppliers',
  encoding: 'utf-8',
  separator: ',',
  columns: [
    { header: 'Vendor', field: 'name' },
    { header: 'Fax', field: null },
  ],
  counts: { added: 1, changed: 1, unchanged: 0, unmatched: 1, faulty: 0 },
  lines: [
    {
      line: 2,
      state: 'added',
      supplier: 'Altura Roasting',
      sku: null,
      variantId: null,
      matchedBy: null,
      changes: [{ field: 'lead time', before: null, after: '14' }],
      reason: null,
    },
    {
      line: 3,
      state: 'changed',
      supplier: 'Holm Ceramics',
      sku: null,
      variantId: null,
      matchedBy: null,
      changes: [{ field: 'lead time', before: '30', after: '35' }],
      reason: null,
    },
    {
      line: 4,
      state: 'unmatched',
      supplier: 'Fjord',
      sku: 'X-1',
      variantId: null,
      matchedBy: null,
      changes: [],
      reason: 'No product has the SKU X-1.',
    },
  ],
  isApplied: false,
  ...changes,
})
