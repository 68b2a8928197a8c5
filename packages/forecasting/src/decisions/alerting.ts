import {
  type AlertCondition,
  type AlertMeta,
  type AlertType,
  alertMeta,
  lowStockCondition,
  orderOf,
  stockoutRiskCondition,
  type VariantFacts,
} from './alert-condition.ts'

export interface OpenAlert {
  variantId: number
  type: AlertType
  severity: number
  /** Stock when it was opened, where known: tells a restock from fallen demand. */
  availableAtOpening?: number
}

/** The latest alert of its variant and type that a person has resolved. */
export interface SettledAlert {
  variantId: number
  type: AlertType
  severity: number
  /** The condition has cleared since then. */
  hasClearedSince: boolean
}

/** The latest alert of its variant and type, where the system resolved it within the cooldown. */
export interface CoolingAlert {
  variantId: number
  type: AlertType
  severity: number
}

/**
 * An alert that the system resolved comes back in the class it had, or a better one, only after this time: stock that
 * wobbles around a threshold tells its story once a day.
 */
export const COOLDOWN_HOURS = 24

export type ResolveReason = 'restocked' | 'covered' | 'demand_fell'

export type AlertChange =
  | { kind: 'open' | 'escalate'; variantId: number; type: AlertType; severity: number; meta: AlertMeta }
  | { kind: 'resolve'; variantId: number; type: AlertType; reason: ResolveReason }
  | { kind: 'mark_cleared'; variantId: number; type: AlertType }

export interface AlertState {
  facts: readonly VariantFacts[]
  open: readonly OpenAlert[]
  settled: readonly SettledAlert[]
  cooling?: readonly CoolingAlert[]
}

/**
 * What has to change so that the alerts fit the facts: at most one open per variant and type; a worse class escalates
 * the open one; a cleared condition resolves it; after a manual resolve the alert comes back only when the condition
 * has cleared in between or got a class worse; after a resolve by the system only when the cooldown is over or it got a
 * class worse; a silenced variant raises and escalates nothing. Opening and clearing thresholds differ, so a value between
 * them changes nothing. Applying the changes and deciding again gives none. Alerts of variants without facts are left alone.
 */
export function decideAlerts(state: AlertState): AlertChange[] {
  const open = byVariantAndType(state.open)
  const settled = byVariantAndType(state.settled.filter((alert) => !alert.hasClearedSince))
  const cooling = byVariantAndType(state.cooling ?? [])
  return state.facts.flatMap((facts) => {
    const order = orderOf(facts)
    return [lowStockCondition(facts), stockoutRiskCondition(facts, order)].flatMap((condition) => {
      const key = keyOf({ variantId: facts.variantId, type: condition.type })
      const past = { open: open.get(key), settled: settled.get(key), cooling: cooling.get(key) }
      return decideAlert(facts, condition, past, () => alertMeta(facts, order))
    })
  })
}

/** The alerts of one variant and type so far. */
export interface PastAlerts {
  open?: OpenAlert | undefined
  settled?: SettledAlert | undefined
  cooling?: CoolingAlert | undefined
}

/** As `decideAlerts`, for one variant and type whose condition is known. */
export function decideAlert(
  facts: VariantFacts,
  condition: AlertCondition,
  { open, settled, cooling }: PastAlerts,
  meta: () => AlertMeta,
): AlertChange[] {
  const alert = { variantId: facts.variantId, type: condition.type }
  const { severity } = condition
  if (condition.isClear) {
    const changes: AlertChange[] = []
    if (open) changes.push({ kind: 'resolve', ...alert, reason: resolveReason(facts, condition, open) })
    if (settled) changes.push({ kind: 'mark_cleared', ...alert })
    return changes
  }
  if (severity === 0 || facts.isSilenced) return []
  if (open) return severity > open.severity ? [{ kind: 'escalate', ...alert, severity, meta: meta() }] : []
  if (severity <= Math.max(settled?.severity ?? 0, cooling?.severity ?? 0)) return []
  return [{ kind: 'open', ...alert, severity, meta: meta() }]
}

function resolveReason(facts: VariantFacts, condition: AlertCondition, open: OpenAlert): ResolveReason {
  if (facts.isQuiet) return 'demand_fell'
  if (condition.isCovered) return 'covered'
  const { availableAtOpening } = open
  const hasRisen = availableAtOpening === undefined || facts.available > availableAtOpening
  return hasRisen || condition.type === 'low_stock' ? 'restocked' : 'demand_fell'
}

/** The worst stands for its variant and type. */
function byVariantAndType<T extends { variantId: number; type: AlertType; severity: number }>(
  alerts: readonly T[],
): Map<string, T> {
  const map = new Map<string, T>()
  for (const alert of alerts) {
    const known = map.get(keyOf(alert))
    if (!known || alert.severity > known.severity) map.set(keyOf(alert), alert)
  }
  return map
}

function keyOf(alert: { variantId: number; type: AlertType }): string {
  return `${alert.variantId}:${alert.type}`
}
