import {
  type LeadTimeDistribution,
  learnLeadTime,
  type OrderCalendar,
  observedLeadTime,
  type SupplierMinimum,
} from '@stockcast/forecasting'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import {
  type AcceptedRow,
  listAccepted,
  listOffers,
  listSuppliers,
  listWaiting,
  type OfferRow,
  type SupplierRow,
} from './queries.ts'

/** Lead times are learned from the orders of the last 24 months. */
const LEARNED_DAYS = 730

/** What is known of a supplier for planning. */
export interface SupplierTerms {
  id: number
  name: string
  currency: string
  statedDays: number | null
  worstDays: number | null
  calendar: OrderCalendar
  /** Days that an order lasts at least; null if none are chosen. */
  coverDays: number | null
  /** A value is in minor units of the supplier's currency. */
  minimum: SupplierMinimum
  /** Days that the received orders took. */
  observedDays: readonly number[]
  /** Null without received orders. `received` is learned from these alone, `distribution` also from the ages of open ones. */
  learned: { distribution: LeadTimeDistribution; received: LeadTimeDistribution; orders: number } | null
}

/** Returns the suppliers with the lead times learned from their orders; `shopDays` is the shop's default. */
export async function findSuppliers(
  tx: Tx,
  args: { merchantId: number; supplierIds: readonly number[]; today: number; shopDays: number },
): Promise<Map<number, SupplierTerms>> {
  if (args.supplierIds.length === 0) return new Map()
  const suppliers = await listSuppliers(tx, args)
  const accepted = await listAccepted(tx, { ...args, since: dayFromEpoch(args.today - LEARNED_DAYS) })
  const waiting = Map.groupBy(await listWaiting(tx, args), ({ supplierId }) => supplierId)
  const acceptedOf = Map.groupBy(accepted, ({ supplierId }) => supplierId)
  return new Map(
    suppliers.map((row) => {
      const openAges = (waiting.get(row.id) ?? []).map(({ orderedOn }) => args.today - epochDay(orderedOn))
      return [
        row.id,
        getTerms(row, { ...args, openAges, observedDays: getObserved(acceptedOf.get(row.id) ?? []) }),
      ]
    }),
  )
}

function getTerms(
  row: SupplierRow,
  { observedDays, openAges, shopDays }: { observedDays: number[]; openAges: number[]; shopDays: number },
): SupplierTerms {
  const { id, name, currency, statedDays, worstDays } = row
  const prior = Math.max(1, statedDays ?? shopDays)
  const learned = () => ({
    distribution: learnLeadTime({
      statedDays: prior,
      observedDays,
      openAges: openAges.filter((age) => age > 0),
    }),
    received: learnLeadTime({ statedDays: prior, observedDays }),
    orders: observedDays.length,
  })
  return {
    id,
    name,
    currency,
    statedDays,
    worstDays,
    calendar: getCalendar(row),
    coverDays: row.coverDays,
    minimum: { kind: row.minimumKind, amount: row.minimumAmount ?? 0 },
    observedDays,
    learned: observedDays.length > 0 ? learned() : null,
  }
}

function getObserved(accepted: readonly AcceptedRow[]): number[] {
  return [...Map.groupBy(accepted, ({ order }) => order).values()].flatMap((rows) => {
    const days = rows.map(({ day, units }) => ({ day: epochDay(day), units }))
    return observedLeadTime(epochDay(rows[0]!.orderedOn), days) ?? []
  })
}

function getCalendar(row: SupplierRow): OrderCalendar {
  const shutdowns = row.shutdowns.map(({ from, to }) => ({ from: epochDay(from), to: epochDay(to) }))
  const { reviewKind, reviewWeekdays, reviewWeeks, reviewFrom } = row
  if (reviewKind === 'weekdays' && reviewWeekdays) {
    return { review: { kind: 'weekdays', weekdays: reviewWeekdays }, shutdowns }
  }
  if (reviewKind === 'weeks' && reviewWeeks && reviewFrom) {
    return { review: { kind: 'weeks', weeks: reviewWeeks, from: epochDay(reviewFrom) }, shutdowns }
  }
  return { review: { kind: 'any_day' }, shutdowns }
}

/** What a supplier sells of a variant, with the supplier's terms. */
export interface VariantOffer extends Omit<OfferRow, 'supplierId' | 'variantId'> {
  supplier: SupplierTerms
}

/** Returns the offers for each variant that has a supplier, the preferred one first. */
export async function findOffers(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; today: number; shopDays: number },
): Promise<Map<number, VariantOffer[]>> {
  const rows = await listOffers(tx, args)
  const supplierIds = [...new Set(rows.map(({ supplierId }) => supplierId))]
  const suppliers = await findSuppliers(tx, { ...args, supplierIds })
  const offers = new Map<number, VariantOffer[]>()
  for (const { variantId, supplierId, ...row } of rows) {
    const supplier = suppliers.get(supplierId)
    if (!supplier) continue
    const own = offers.get(variantId)
    if (own) own.push({ ...row, supplier })
    else offers.set(variantId, [{ ...row, supplier }])
  }
  return offers
}
