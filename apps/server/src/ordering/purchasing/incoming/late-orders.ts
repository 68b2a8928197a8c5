import { DEFAULT_LEAD_TIME_DAYS } from '@stockcast/contract'
import { addLateOrders } from '../../../alerts/index.ts'
import { isReadOnly } from '../../../kernel/access/access.ts'
import { dayFromEpoch, epochDay } from '../../../kernel/calendar.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import type { RefreshedProjection } from '../../../planning/index.ts'
import { findSettings, findSuppliers, lateAfter, type SupplierTerms } from '../../../planning/index.ts'
import {
  listWaitingUnits,
  openLateAlerts,
  resolveLateAlerts,
  type WaitingUnits,
} from './late-order-queries.ts'

/**
 * Opens one alert for each late order, and resolves it when the units arrived, the order ended or got another expected
 * day. An order that becomes late again is shown as late, but not sent a second time. As with other alerts, none opens
 * while the stock is out of date or the plan has ended.
 */
export async function followLateOrders(
  context: Context<'clock' | 'jobs' | 'live'>,
  refreshed: RefreshedProjection,
): Promise<void> {
  const { merchantId, tx } = context
  const { variantIds, today, at } = refreshed
  const waiting = await listWaitingUnits(tx, { merchantId, variantIds, today: dayFromEpoch(today) })
  if (waiting.length === 0) return
  const supplierIds = [...new Set(waiting.flatMap(({ supplierId }) => supplierId ?? []))]
  const shopDays = (await findSettings(tx, merchantId))?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS
  const suppliers = await findSuppliers(tx, { merchantId, supplierIds, today, shopDays })
  const byOrder = [...Map.groupBy(waiting, ({ orderId }) => orderId)].map(([orderId, units]) => ({
    orderId,
    isLate: units[0]!.isLate,
    hadAlert: units[0]!.hadAlert,
    lateAfter: earliestLate(units, { today, suppliers }),
  }))
  const mayOpen = !refreshed.isStale && !(await isReadOnly(tx, merchantId, at))
  const opened = byOrder.flatMap(({ orderId, isLate, hadAlert, lateAfter: after }) =>
    mayOpen && !isLate && after !== null ? [{ orderId, hadAlert, lateAfter: dayFromEpoch(after) }] : [],
  )
  const resolved = byOrder.filter(({ isLate, lateAfter: after }) => isLate && after === null)
  await openLateAlerts(tx, { merchantId, at, orders: opened })
  await resolveLateAlerts(tx, { merchantId, at, orderIds: resolved.map(({ orderId }) => orderId) })
  const first = opened.filter(({ hadAlert }) => !hadAlert)
  const orderIds = first.map(({ orderId }) => orderId)
  await addLateOrders(context, orderIds)
  if (opened.length + resolved.length > 0) await context.live.publish(tx, merchantId, { type: 'purchasing' })
}

/** Returns the earliest day after which units of an order are late, among days that have passed; null if there is none. */
function earliestLate(
  units: readonly WaitingUnits[],
  { today, suppliers }: { today: number; suppliers: ReadonlyMap<number, SupplierTerms> },
): number | null {
  const past = units.flatMap((each) => {
    const after = lateDay(each, suppliers.get(each.supplierId ?? 0))
    return each.isWaiting && after !== null && after < today ? [after] : []
  })
  return past.length === 0 ? null : Math.min(...past)
}

/** Returns the day after which the units are late: never before the day on which they are expected. */
function lateDay(units: WaitingUnits, supplier: SupplierTerms | undefined): number | null {
  const orderedOn = epochDay(units.orderedOn)
  const expectedOn = units.expectedOn === null ? null : epochDay(units.expectedOn)
  const confirmedDays = units.isConfirmed && expectedOn !== null ? expectedOn - orderedOn : null
  const usual = supplier ? lateAfter(supplier, { orderedOn, confirmedDays }) : null
  if (usual === null) return expectedOn
  return Math.max(usual, expectedOn ?? usual)
}
