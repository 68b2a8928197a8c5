import {
  type AlertChange,
  type AlertType,
  decideAlerts,
  type OpenAlert,
  type SettledAlert,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import { type AlertRecord, alertRecord } from './alert-record.ts'
import { closingReason, removedReason } from './closing-reason.ts'

export interface AlertKey {
  variantId: number
  type: AlertType
}

/** What is to be written, in sets: one statement each. */
export interface AlertPlan {
  open: (AlertKey & AlertRecord)[]
  /** Escalated alerts, and open ones whose figures are brought up to the day. */
  update: (AlertKey & AlertRecord)[]
  resolve: (AlertKey & { reason: string })[]
  markCleared: AlertKey[]
}

/**
 * The decisions of `decideAlerts` as rows to write. Open alerts that stay get today's figures, so that "Order 792 today"
 * is never read two days later. With `isWholeCatalog`, open alerts of variants without facts are closed: they are gone.
 */
export function planAlerts(args: {
  facts: readonly VariantFacts[]
  open: readonly OpenAlert[]
  settled: readonly SettledAlert[]
  today: number
  isWholeCatalog: boolean
}): AlertPlan {
  const { facts, open, today } = args
  const plan: AlertPlan = { open: [], update: [], resolve: [], markCleared: [] }
  const factsById = new Map(facts.map((one) => [one.variantId, one]))
  const changes = decideAlerts(args)
  for (const change of changes) addChange(plan, change, factsById.get(change.variantId), today)
  plan.update.push(...currentFigures({ facts, open, today, changes }))
  if (args.isWholeCatalog) {
    const gone = open.filter((alert) => !factsById.has(alert.variantId))
    for (const { variantId, type } of gone) plan.resolve.push({ variantId, type, reason: removedReason })
  }
  return plan
}

function addChange(
  plan: AlertPlan,
  change: AlertChange,
  facts: VariantFacts | undefined,
  today: number,
): void {
  if (!facts) return
  const key = { variantId: change.variantId, type: change.type }
  switch (change.kind) {
    case 'open':
      plan.open.push({ ...key, ...alertRecord(change, facts, today) })
      break
    case 'escalate':
      plan.update.push({ ...key, ...alertRecord(change, facts, today) })
      break
    case 'resolve':
      plan.resolve.push({
        ...key,
        reason: closingReason({ facts, type: change.type, reason: change.reason }),
      })
      break
    case 'mark_cleared':
      plan.markCleared.push(key)
  }
}

/** What the open alerts that stay would say if they were opened now; the class they have reached stays. */
function currentFigures(args: {
  facts: readonly VariantFacts[]
  open: readonly OpenAlert[]
  today: number
  changes: readonly AlertChange[]
}): (AlertKey & AlertRecord)[] {
  const changed = new Set(args.changes.map(keyOf))
  const staying = new Map(args.open.filter((alert) => !changed.has(keyOf(alert))).map((a) => [keyOf(a), a]))
  const ids = new Set([...staying.values()].map((alert) => alert.variantId))
  const facts = args.facts.filter((one) => ids.has(one.variantId))
  const factsById = new Map(facts.map((one) => [one.variantId, one]))
  return decideAlerts({ facts, open: [], settled: [] }).flatMap((change) => {
    const alert = staying.get(keyOf(change))
    const known = factsById.get(change.variantId)
    if (change.kind !== 'open' || !alert || !known) return []
    const record = alertRecord({ ...change, severity: alert.severity }, known, args.today)
    const atOpening = alert.availableAtOpening ?? record.meta.available_at_opening
    return [
      {
        ...record,
        variantId: alert.variantId,
        type: alert.type,
        meta: { ...record.meta, available_at_opening: atOpening },
      },
    ]
  })
}

function keyOf({ variantId, type }: AlertKey): string {
  return `${variantId}:${type}`
}
