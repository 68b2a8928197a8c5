import { type ClosingCause, closingWords, type ShopFormats } from '@stockcast/contract'
import {
  type AlertChange,
  type AlertType,
  alertMeta,
  type CoolingAlert,
  decideAlerts,
  type OpenAlert,
  type ResolveReason,
  type SettledAlert,
  unitsNotInStore,
  unitsOnTheWay,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import { type AlertRecord, alertRecord, type ReadAs } from './alert-record.ts'

export interface AlertKey {
  variantId: number
  type: AlertType
}

export interface Closing {
  cause: ClosingCause
  /** The cause as a sentence, in the formats of the shop. */
  reason: string
}

/** The changes to write, with one statement for each list. */
export interface AlertPlan {
  open: (AlertKey & AlertRecord)[]
  /** Escalated alerts, and open ones whose figures are updated. */
  update: (AlertKey & AlertRecord)[]
  /** The alerts in `update` that escalated. */
  escalated: AlertKey[]
  resolve: (AlertKey & Closing)[]
  markCleared: AlertKey[]
}

/**
 * Turns the decisions of `decideAlerts` into rows to write. Open alerts that stay get today's figures, so
 * that "Order 792 today" is not shown two days later. With `isWholeCatalog`, open alerts of variants without
 * facts are resolved, because those variants are gone.
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
    for (const { variantId, type } of gone) {
      plan.resolve.push({ variantId, type, ...getClosing({ code: 'removed' }, args.formats) })
    }
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
        ...getClosing(closingCause({ facts, type: change.type, reason: change.reason }), read.formats),
      })
      break
    case 'mark_cleared':
      plan.markCleared.push(key)
  }
}

function getClosing(cause: ClosingCause, formats: ShopFormats): Closing {
  return { cause, reason: closingText(cause, formats) }
}

/** Returns today's figures of the open alerts that stay, with the severity that they have reached. */
function currentFigures(args: {
  factsById: ReadonlyMap<number, VariantFacts>
  open: readonly OpenAlert[]
  read: ReadAs
  changes: readonly AlertChange[]
}): (AlertKey & AlertRecord)[] {
  const changed = new Set(args.changes.map(toKey))
  return args.open.flatMap((alert) => {
    const facts = args.factsById.get(alert.variantId)
    if (!facts?.distribution || changed.has(toKey(alert))) return []
    const meta = alertMeta(facts)
    const available = alert.availableAtOpening ?? facts.available
    const { variantId, type, severity } = alert
    return { variantId, type, ...alertRecord({ severity, meta }, { ...facts, available }, args.read) }
  })
}

function toKey({ variantId, type }: AlertKey): string {
  return `${variantId}:${type}`
}

/** Returns why the system resolves an alert. It holds whatever cleared the condition. */
export function closingCause(args: {
  facts: Pick<VariantFacts, 'available' | 'incoming' | 'isQuiet' | 'missingPart' | 'policy'>
  type: AlertType
  reason: ResolveReason
}): ClosingCause {
  const { facts, type, reason } = args
  const { available: units, incoming, policy } = facts
  if (facts.isQuiet) return { code: facts.missingPart === null ? 'complete' : 'not_sold' }
  const received = unitsNotInStore(incoming)
  if (received > 0 && reason !== 'demand_fell') return { code: 'not_in_store', units: received }
  if (reason === 'covered') return { code: 'incoming', units: unitsOnTheWay(incoming) }
  if (type === 'low_stock') return { code: 'above_safety_stock', units, safetyStock: policy.safetyStock }
  return reason === 'restocked' ? { code: 'restocked', units } : { code: 'lasts' }
}

/** Returns the merchant's sentence for an alert that the system resolves. */
export function closingText(cause: ClosingCause, formats: ShopFormats): string {
  return `Closed by itself: ${closingWords(cause, formats.number)}.`
}
