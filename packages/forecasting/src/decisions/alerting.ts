import {
  type AlertCondition,
  type AlertMeta,
  type AlertType,
  alertMeta,
  lowStockCondition,
  orderOfVariant,
  stockoutRiskCondition,
  type VariantFacts,
} from './alert-condition.ts'

export interface OpenAlert {
  variantId: number
  type: AlertType
  severity: number
  /** Stock when the alert was opened, if known. It distinguishes a restock from lower demand. */
  availableAtOpening?: number
}

/** The latest manually resolved alert of its variant and type. */
export interface SettledAlert {
  variantId: number
  type: AlertType
  severity: number
  /** True when the condition has cleared since then. */
  hasClearedSince: boolean
}

/** The latest alert of its variant and type, if the system resolved it within the cooldown. */
export interface CoolingAlert {
  variantId: number
  type: AlertType
  severity: number
}

/**
 * An alert that the system resolved reopens in the same or a better class only after this time, so that stock
 * that fluctuates around a threshold raises at most one alert a day.
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
 * Returns the changes that bring the alerts in line with the facts. At most one alert is open per variant and
 * type. A worse class escalates it; a cleared condition resolves it. A manually resolved alert reopens only
 * after the condition has cleared or in a worse class; one that the system resolved, only after the cooldown
 * or in a worse class. A snoozed or muted variant raises and escalates nothing. Opening and clearing
 * thresholds differ, so a value between them changes nothing. Once the changes are applied, there are no
 * further ones. Alerts of variants without facts stay as they are.
 */
export function decideAlerts(state: AlertState): AlertChange[] {
  const open = byVariantAndType(state.open)
  const settled = byVariantAndType(state.settled.filter((alert) => !alert.hasClearedSince))
  const cooling = byVariantAndType(state.cooling ?? [])
  return state.facts.flatMap((facts) => {
    const order = orderOfVariant(facts)
    return [lowStockCondition(facts), stockoutRiskCondition(facts, order)].flatMap((condition) => {
      const key = toKey({ variantId: facts.variantId, type: condition.type })
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

/** Decides as `decideAlerts` does, for one variant and type with a known condition. */
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
  if (severity === 0 || facts.isSnoozed) return []
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

/** Indexes alerts by variant and type, and keeps the worst of each. */
function byVariantAndType<T extends { variantId: number; type: AlertType; severity: number }>(
  alerts: readonly T[],
): Map<string, T> {
  const map = new Map<string, T>()
  for (const alert of alerts) {
    const known = map.get(toKey(alert))
    if (!known || alert.severity > known.severity) map.set(toKey(alert), alert)
  }
  return map
}

function toKey(alert: { variantId: number; type: AlertType }): string {
  return `${alert.variantId}:${alert.type}`
}
