import { amountText, type PriceBreak, type Review } from '@stockcast/contract'
import type { StoredItem } from './item-queries.ts'
import type { SupplierFields } from './queries.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Returns order days as files have them: `Monday, Thursday`. */
function reviewText(review: Review): string {
  if (review.kind === 'weekdays') return review.weekdays.map((day) => WEEKDAYS[day - 1]).join(', ')
  if (review.kind === 'weeks') return `every ${review.weeks} weeks from ${review.from}`
  return 'any day'
}

/** Returns price breaks as files have them: `100: 4.50; 500: 4.20`. */
function priceBreaksText(breaks: readonly PriceBreak[], currency: string): string {
  return breaks
    .map(({ fromUnits, unitCostMinor }) => `${fromUnits}: ${amountText(unitCostMinor, currency)}`)
    .join('; ')
}

type Noted = SupplierFields & { archivedAt: Date | null }

/** Returns the fields of a supplier as files have them; a text is empty if nothing is noted. */
export function supplierTexts(supplier: Noted) {
  const { minimum, currency } = supplier
  return {
    supplier: supplier.name,
    email: [supplier.email ?? '', ...supplier.otherEmails].join('; '),
    contactName: supplier.contactName,
    address: supplier.address,
    language: supplier.language,
    currency,
    statedLeadTimeDays: numberText(supplier.statedLeadTimeDays),
    worstLeadTimeDays: numberText(supplier.worstLeadTimeDays),
    review: reviewText(supplier.review),
    coverDays: numberText(supplier.coverDays),
    minimumValue: minimum.kind === 'value' ? amountText(minimum.amountMinor, currency) : '',
    minimumUnits: minimum.kind === 'units' ? String(minimum.units) : '',
    shutdowns: supplier.shutdowns.map(({ from, to }) => `${from} to ${to}`).join('; '),
    replacesRejected: yesNo(supplier.replacesRejected),
    archived: yesNo(supplier.archivedAt !== null),
  }
}

/** Returns the fields of what a supplier sells as files have them. */
export function itemTexts(item: Omit<StoredItem, 'supplierId' | 'variantId'>, currency: string) {
  return {
    supplierSku: item.supplierSku ?? '',
    unitCost: item.unitCostMinor === null ? '' : amountText(item.unitCostMinor, currency),
    packSize: String(item.packSize),
    minimumUnits: numberText(item.minimumUnits),
    maximumUnits: numberText(item.maximumUnits),
    priceBreaks: priceBreaksText(item.priceBreaks, currency),
    leadTimeDays: numberText(item.leadTimeDays),
    rank: String(item.rank),
  }
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value)
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
