import type {
  OrderMail,
  PurchaseOrder,
  PurchaseOrderLine,
  PurchaseOrderList,
  PurchaseOrderRow,
} from '@stockcast/contract'
import { NOW } from './fixtures.ts'
import { TODAY } from './stock-fixtures.ts'

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
    seenInStore: 0,
    remaining: 312,
    totalMinor: 355_680,
    linesWithoutCost: 0,
    mailStatus: 'sent',
    createdAt: NOW,
    updatedAt: NOW,
    createdBy: null,
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
    priceMinor: 1990,
    ordered: 240,
    confirmed: null,
    received: 0,
    rejected: 0,
    replaced: 0,
    cancelled: 0,
    remaining: 240,
    seenInStore: 0,
    cameIn: 0,
    expectedOn: null,
    costMinor: 273_600,
    sharedCostMinor: 0,
    landedUnitCostMinor: 1140,
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
    notInStore: 0,
    supplierEmail: 'orders@altura.test',
    supplierContactName: '',
    supplierLanguage: 'en',
    supplierMinimum: { kind: 'none' },
    supplierAddress: '',
    locationId: null,
    locationName: 'Stock room',
    locations: [],
    fxRate: 1,
    freightMinor: 0,
    dutyMinor: 0,
    otherMinor: 0,
    costSharing: 'value',
    note: null,
    receipts: [],
    mails: [],
    countedShare: 1,
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
  addresses: [{ email: 'orders@altura.test', isStopped: false }],
  replyTo: 'owner@northfold.test',
  subject: 'Purchase order PO-0012 from “Northfold Coffee”',
  text: 'Hello,\n\nPlease find our order PO-0012 attached.\n',
  attachments: [{ fileName: 'PO-0012.pdf', contentType: 'application/pdf' }],
  obstacle: null,
  ...changes,
})
