import type { AlertType, Urgency } from '@stockcast/contract'

/** The classes of `decideAlerts`: low stock 1, none left 2; stockout risk 1, likelier than not 2, out of stock 3. */
const LEAST_SEVERITY: Readonly<Record<Urgency, Readonly<Record<AlertType, number>>>> = {
  all: { low_stock: 1, stockout_risk: 1 },
  likely: { low_stock: 2, stockout_risk: 2 },
  out_of_stock: { low_stock: 2, stockout_risk: 3 },
}

export function takesAlert(
  choice: { types: readonly AlertType[]; urgency: Urgency },
  alert: { type: AlertType; severity: number },
): boolean {
  return choice.types.includes(alert.type) && alert.severity >= LEAST_SEVERITY[choice.urgency][alert.type]
}
