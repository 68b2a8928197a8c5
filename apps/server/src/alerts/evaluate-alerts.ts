import { type ShopFormats, shopFormats } from '@stockcast/contract'
import type { VariantFacts } from '@stockcast/forecasting/decisions'
import { isReadOnly } from '../kernel/access/access.ts'
import type { Context } from '../kernel/verb-context.ts'
import { type RefreshedProjection, whatRaises } from '../planning/index.ts'
import { sayRaisers } from './alert-record.ts'
import { addPendingNotifications } from './notifications/add-pending-notifications.ts'
import { type AlertPlan, planAlerts } from './plan-alerts.ts'
import {
  cooldownStart,
  endCooldown,
  insertAlerts,
  listAlertKeys,
  listCoolingAlerts,
  listOpenAlerts,
  listSettledAlerts,
  markAlertsCleared,
  resolveAlerts,
  saveAlertFigures,
} from './queries.ts'

/**
 * Opens, updates and resolves the alerts of the variants whose projection was refreshed. No alert opens
 * before the first complete forecast, because sales may still be arriving until then. Outdated figures open
 * no alert, but may still resolve one.
 */
export async function evaluateAlerts(
  context: Context<'clock' | 'jobs' | 'live'>,
  refreshed: RefreshedProjection,
): Promise<void> {
  const { merchantId, tx } = context
  const { variantIds, at, today, facts } = refreshed
  if (!refreshed.hasForecasts) return
  if (refreshed.isChangeOfSettings) await endCooldown(tx, { merchantId, variantIds, at })
  await updateAlerts(context, {
    today,
    formats: shopFormats(refreshed.countryCode),
    facts,
    variantIds,
    isWholeCatalog: variantIds === null || refreshed.partOfAll !== null,
    mayOpen: !refreshed.isStale,
  })
}

/**
 * Brings a merchant's alerts in line with the facts, inside the transaction that read them. The caller holds
 * the merchant's projection lock. Returns whether something changed; a second run with the same facts changes
 * nothing.
 * `isWholeCatalog` says that every variant of `variantIds` without facts is gone. Without `mayOpen` the facts are too old to
 * open an alert. No alert opens for a merchant whose plan has ended.
 */
async function updateAlerts(
  context: Context<'clock' | 'jobs' | 'live'>,
  input: {
    today: number
    formats: ShopFormats
    facts: readonly VariantFacts[]
    /** null: every variant. */
    variantIds: readonly number[] | null
    isWholeCatalog: boolean
    mayOpen: boolean
  },
): Promise<boolean> {
  const { merchantId, tx } = context
  const { variantIds } = input
  const open = await listOpenAlerts(tx, { merchantId, variantIds })
  const settled = await listSettledAlerts(tx, { merchantId, variantIds })
  const at = context.clock.now()
  const cooling = await listCoolingAlerts(tx, { merchantId, variantIds, since: cooldownStart(at) })
  const plan = planAlerts({ ...input, open, settled, cooling })
  const mayOpen = input.mayOpen && !(await isReadOnly(tx, merchantId, at))
  const raised = await whatRaises(tx, {
    merchantId,
    today: input.today,
    ahead: daysOfOrders(input.facts, mayOpen ? [...plan.open, ...plan.update] : plan.update),
  })
  const withRaisers = (alerts: AlertPlan['open']) =>
    alerts.map((alert) => sayRaisers(alert, raised.get(alert.variantId), input.formats))
  const opened = mayOpen ? withRaisers(plan.open) : []
  const changed =
    (await resolveAlerts(tx, { merchantId, at, alerts: plan.resolve })) +
    (await insertAlerts(tx, { merchantId, at, alerts: opened })) +
    (await saveAlertFigures(tx, { merchantId, alerts: withRaisers(plan.update) }))
  await markAlertsCleared(tx, { merchantId, at, keys: plan.markCleared })
  const news = await listAlertKeys(tx, { merchantId, keys: [...opened, ...plan.escalated] })
  await addPendingNotifications(context, news)
  if (changed > 0) await context.live.publish(tx, merchantId, { type: 'alerts' })
  return changed > 0
}

/** Returns on how many days each alert's order is to last: until it arrives, and as long as it covers. */
function daysOfOrders(
  facts: readonly VariantFacts[],
  alerts: readonly { variantId: number }[],
): Map<number, number> {
  const meant = new Set(alerts.map(({ variantId }) => variantId))
  return new Map(
    facts
      .filter(({ variantId }) => meant.has(variantId))
      .map(({ variantId, policy }) => [variantId, policy.leadTimeDays + policy.reviewPeriodDays]),
  )
}
