import type { ShopFormats } from '@stockcast/contract'
import {
  type AlertChange,
  type AlertType,
  type CoolingAlert,
  decideAlerts,
  type OpenAlert,
  type SettledAlert,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import { alertFigures } from './alert-figures.ts'
import { type AlertRecord, alertRecord } from './alert-record.ts'
import { closingReason, removedReason } from './closing-reason.ts'
import type { ReadAs } from './recommendation.ts'

export interface AlertKey {
  variantId: number
  type: AlertType
}

/** What is to be written, in sets: one statement each. */
export interface AlertPlan {
  open: (AlertKey & AlertRecord)[]
  /** Escalated alerts, and open ones whose figures are brought up to the day. */
  update: (AlertKey & AlertRecord)[]
  /** Those of `update` that got a class worse. */
  escalated: AlertKey[]
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
  cooling?: readonly CoolingAlert[]
  today: number
  formats: ShopFormats
  isWholeCatalog: boolean
}): AlertPlan {
  const { open } = args
  const plan: AlertPlan = { open: [], update: [], escalated: [], resolve: [], markCleared: [] }
  const factsById = new Map(args.facts.map((one) => [one.variantId, one]))
  const changes = decideAlerts(args)
  for (const change of changes) addChange(plan, change, factsById.get(change.variantId), args)
  plan.update.push(...currentFigures({ factsById, open, read: args, changes }))
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
  read: ReadAs,
): void {
  if (!facts) return
  const key = { variantId: change.variantId, type: change.type }
  switch (change.kind) {
    case 'open':
      plan.open.push({ ...key, ...alertRecord(change, facts, read) })
      break
    case 'escalate':
      plan.update.push({ ...key, ...alertRecord(change, facts, read) })
      plan.escalated.push(key)
      break
    case 'resolve':
      plan.resolve.push({
        ...key,
        reason: closingReason({ facts, type: change.type, reason: change.reason, formats: read.formats }),
      })
      break
    case 'mark_cleared':
      plan.markCleared.push(key)
  }
}

/** Today's figures of the open alerts that stay; the class they have reached stays too. */
function currentFigures(args: {
  factsById: ReadonlyMap<number, VariantFacts>
  open: readonly OpenAlert[]
  read: ReadAs
  changes: readonly AlertChange[]
}): (AlertKey & AlertRecord)[] {
  const changed = new Set(args.changes.map(keyOf))
  return args.open.flatMap((alert) => {
    const facts = args.factsById.get(alert.variantId)
    if (!facts?.law || changed.has(keyOf(alert))) return []
    const meta = alertFigures({ ...facts, law: facts.law })
    const available = alert.availableAtOpening ?? facts.available
    const { variantId, type, severity } = alert
    return { variantId, type, ...alertRecord({ severity, meta }, { available }, args.read) }
  })
}

function keyOf({ variantId, type }: AlertKey): string {
  return `${variantId}:${type}`
}
