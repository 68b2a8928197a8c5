import type {
  LeadTime,
  SupplierImport,
  SupplierList,
  SupplierRow,
  SupplierVariantRow,
} from '@stockcast/contract'
import { NOW } from './fixtures.ts'

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

export function aSupplierRow(changes: Partial<SupplierRow> = {}): SupplierRow {
  return {
    id: 1,
    name: 'Altura Roasting',
    email: 'orders@altura.test',
    otherEmails: [],
    contactName: '',
    address: '',
    language: 'en',
    currency: 'USD',
    statedLeadTimeDays: 14,
    worstLeadTimeDays: null,
    review: { kind: 'weekdays', weekdays: [1, 4] },
    coverDays: null,
    minimum: { kind: 'value', amountMinor: 25_000 },
    shutdowns: [],
    replacesRejected: false,
    archivedAt: null,
    createdAt: NOW,
    items: 12,
    openOrders: 2,
    lateOrders: 1,
    finishedOrders: 6,
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
    storeCostMinor: null,
    ...changes,
  }
}

export const aSupplierImport = (changes: Partial<SupplierImport> = {}): SupplierImport => ({
  kind: 'suppliers',
  encoding: 'utf-8',
  separator: ',',
  sheet: null,
  headHash: 'b'.repeat(64),
  columns: [
    { header: 'Vendor', field: 'supplier', values: ['Altura Roasting', 'Holm Ceramics', 'Fjord'] },
    { header: 'Fax', field: null, values: ['555'] },
  ],
  missing: [],
  counts: { added: 1, changed: 1, unchanged: 0, unmatched: 1, faulty: 0 },
  lines: [
    {
      line: 2,
      state: 'added',
      supplier: 'Altura Roasting',
      sku: null,
      variantId: null,
      matchedBy: null,
      changes: [{ field: 'statedLeadTimeDays', before: null, after: '14' }],
      reason: null,
    },
    {
      line: 3,
      state: 'changed',
      supplier: 'Holm Ceramics',
      sku: null,
      variantId: null,
      matchedBy: null,
      changes: [{ field: 'statedLeadTimeDays', before: '30', after: '35' }],
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
  leftOut: {
    heads: ['Vendor', 'Fax'],
    rows: [{ line: 4, cells: ['Fjord', '=1'], reason: 'No product has the SKU X-1.' }],
  },
  isApplied: false,
  ...changes,
})
