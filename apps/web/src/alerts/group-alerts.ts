import type { Alert } from '@stockcast/contract'

export interface ProductAlerts {
  variantId: number
  /** At least one, in the order of the list. */
  alerts: Alert[]
}

/** Groups alerts of one product that follow each other under that product. */
export function groupNeighbours(alerts: readonly Alert[]): ProductAlerts[] {
  const groups: ProductAlerts[] = []
  for (const alert of alerts) {
    const last = groups.at(-1)
    if (last?.variantId === alert.variantId) last.alerts.push(alert)
    else groups.push({ variantId: alert.variantId, alerts: [alert] })
  }
  return groups
}

/** Groups all alerts of one product under that product, at the place of its first one. */
export function groupByProduct(alerts: readonly Alert[]): ProductAlerts[] {
  const groups = Map.groupBy(alerts, ({ variantId }) => variantId)
  return [...groups].map(([variantId, ofProduct]) => ({ variantId, alerts: ofProduct }))
}
