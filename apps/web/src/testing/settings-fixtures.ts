import type { Account, OrderPapers, Settings, VariantSettingsList } from '@stockcast/contract'

export const someSettings: Settings = {
  defaultSafetyStock: 5,
  defaultLeadTimeDays: 14,
  defaultCoverDays: 30,
  serviceLevel: 0.9,
}

type Row = VariantSettingsList['rows'][number]

export function aVariant(changes: Partial<Row> & { variantId: number }): Row {
  return {
    title: `Product ${changes.variantId}`,
    sku: `SKU-${changes.variantId}`,
    safetyStock: null,
    leadTimeDays: null,
    coverDays: null,
    usual: { leadTimeDays: 14, leadTimeSource: 'default', coverDays: 30, supplier: null },
    ...changes,
  }
}

export function aVariantList(rows: Row[], changes: Partial<VariantSettingsList> = {}): VariantSettingsList {
  const overridden = rows.filter((row) => row.safetyStock !== null || row.leadTimeDays !== null).length
  return {
    rows,
    total: rows.length,
    counts: { all: rows.length, overridden },
    defaults: { defaultSafetyStock: 5, defaultLeadTimeDays: 14, defaultCoverDays: 30 },
    page: 1,
    pageSize: 100,
    ...changes,
  }
}

export function anAccount(changes: Partial<Account> = {}): Account {
  const at = '2026-11-20T15:00:00.000Z'
  return {
    email: 'owner@northfold.test',
    isConfirmed: true,
    newEmail: null,
    hasTwoFactor: false,
    backupCodesLeft: null,
    devices: [
      { id: 'one', device: 'Chrome on Windows', signedInAt: at, lastSeenAt: at, isCurrent: true },
      { id: 'two', device: 'Safari on iOS', signedInAt: at, lastSeenAt: at, isCurrent: false },
    ],
    refusedPermissions: [],
    ...changes,
  }
}

/** What a shop prints on its orders before it entered anything. */
export const orderPapers: OrderPapers = {
  companyName: '',
  address: '',
  shipTo: '',
  terms: '',
  note: '',
  prefix: 'PO-',
  nextNumber: 51,
  logo: null,
}
