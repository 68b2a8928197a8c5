import {
  majorAmount,
  minorAmount,
  type Review,
  type Supplier,
  type SupplierMinimum,
  type SupplierRequest,
} from '@stockcast/contract'

/** The fields as they are typed; empty is not known. */
export type SupplierDraft = {
  name: string
  email: string
  otherEmails: string[]
  contactName: string
  address: string
  language: string
  currency: string
  statedLeadTimeDays: number | string
  worstLeadTimeDays: number | string
  reviewKind: Review['kind']
  weekdays: string[]
  weeks: number | string
  weeksFrom: string
  coverDays: number | string
  minimumKind: SupplierMinimum['kind']
  minimum: number | string
  shutdowns: { from: string; to: string }[]
  replacesRejected: boolean
}

export function getDraft(supplier: Supplier | null, currency: string, today: string): SupplierDraft {
  const review = supplier?.review ?? { kind: 'any_day' }
  return {
    name: supplier?.name ?? '',
    email: supplier?.email ?? '',
    otherEmails: supplier?.otherEmails ?? [],
    contactName: supplier?.contactName ?? '',
    address: supplier?.address ?? '',
    language: supplier?.language ?? 'en',
    currency: supplier?.currency ?? currency,
    statedLeadTimeDays: supplier?.statedLeadTimeDays ?? '',
    worstLeadTimeDays: supplier?.worstLeadTimeDays ?? '',
    reviewKind: review.kind,
    weekdays: review.kind === 'weekdays' ? review.weekdays.map(String) : ['1'],
    weeks: review.kind === 'weeks' ? review.weeks : 2,
    weeksFrom: review.kind === 'weeks' ? review.from : today,
    coverDays: supplier?.coverDays ?? '',
    ...getMinimum(supplier),
    shutdowns: supplier?.shutdowns ?? [],
    replacesRejected: supplier?.replacesRejected ?? false,
  }
}

function getMinimum(supplier: Supplier | null): Pick<SupplierDraft, 'minimumKind' | 'minimum'> {
  const minimum = supplier?.minimum ?? { kind: 'none' }
  switch (minimum.kind) {
    case 'none':
      return { minimumKind: 'none', minimum: '' }
    case 'units':
      return { minimumKind: 'units', minimum: minimum.units }
    case 'value':
      return { minimumKind: 'value', minimum: majorAmount(minimum.amountMinor, supplier?.currency ?? '') }
  }
}

/** Returns the request as the contract has it; what is missing or wrong is found by its schema. */
export function getRequest(draft: SupplierDraft): SupplierRequest {
  return {
    name: draft.name,
    email: draft.email.trim() === '' ? null : draft.email.trim(),
    otherEmails: draft.otherEmails,
    contactName: draft.contactName,
    address: draft.address,
    language: draft.language,
    currency: draft.currency.trim().toUpperCase(),
    statedLeadTimeDays: toNumber(draft.statedLeadTimeDays),
    worstLeadTimeDays: toNumber(draft.worstLeadTimeDays),
    review: getReview(draft),
    coverDays: toNumber(draft.coverDays),
    minimum: readMinimum(draft),
    shutdowns: draft.shutdowns.filter(({ from, to }) => from !== '' && to !== ''),
    replacesRejected: draft.replacesRejected,
  }
}

const toNumber = (typed: number | string) => (typeof typed === 'number' ? typed : null)

function getReview({ reviewKind, weekdays, weeks, weeksFrom }: SupplierDraft): Review {
  switch (reviewKind) {
    case 'any_day':
      return { kind: 'any_day' }
    case 'weekdays':
      return { kind: 'weekdays', weekdays: weekdays.map(Number).toSorted((a, b) => a - b) }
    case 'weeks':
      return { kind: 'weeks', weeks: toNumber(weeks) ?? 1, from: weeksFrom }
  }
}

function readMinimum({ minimumKind, minimum, currency }: SupplierDraft): SupplierMinimum {
  const amount = toNumber(minimum) ?? 0
  if (minimumKind === 'value' && amount > 0)
    return { kind: 'value', amountMinor: minorAmount(amount, currency.trim().toUpperCase()) }
  if (minimumKind === 'units' && amount > 0) return { kind: 'units', units: amount }
  return { kind: 'none' }
}
