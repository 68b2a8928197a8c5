import { evaluateAlerts } from './alerts/index.ts'
import type { Kernel } from './kernel/kernel.ts'
import { inSpan } from './kernel/telemetry/operation.ts'
import { followActions, followLateOrders, planOrders } from './ordering/index.ts'
import {
  createProjection,
  deriveLocations,
  deriveSums,
  findPolicies,
  onTotalsChanged,
  type Projection,
} from './planning/index.ts'
import { listStoreReceipts } from './store/index.ts'

/** Passes to the stock projection its sources and the subscribers to its refresh. */
export function wireProjection(kernel: Kernel): Projection {
  return createProjection(kernel, {
    sources: { findPolicies, followActions, listStoreReceipts, planOrders },
    subscribers: [
      deriveSums,
      deriveLocations,
      (tx, refreshed) => onTotalsChanged(kernel, tx, refreshed),
      (tx, refreshed) =>
        inSpan('evaluate-alerts', 'internal', () =>
          evaluateAlerts({ ...kernel, merchantId: refreshed.merchantId, tx }, refreshed),
        ),
      (tx, refreshed) => followLateOrders({ ...kernel, merchantId: refreshed.merchantId, tx }, refreshed),
    ],
  })
}
