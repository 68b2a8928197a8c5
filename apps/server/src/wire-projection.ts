import { evaluateAlerts } from './alerts/index.ts'
import type { Kernel } from './kernel/kernel.ts'
import { inSpan } from './kernel/telemetry/operation.ts'
import { followActions } from './ordering/actions/index.ts'
import { planOrders } from './ordering/order-list/index.ts'
import { followLateOrders } from './ordering/purchasing/index.ts'
import { onTotalsChanged } from './planning/catalog/index.ts'
import { createProjection, type Projection } from './planning/projection/index.ts'
import { findPolicies } from './planning/settings/index.ts'
import { deriveSums } from './planning/trends/index.ts'
import { listStoreReceipts } from './store/inbound/index.ts'

/** Passes to the stock projection its sources and the subscribers to its refresh. */
export function wireProjection(kernel: Kernel): Projection {
  return createProjection(kernel, {
    sources: { findPolicies, followActions, listStoreReceipts, planOrders },
    subscribers: [
      deriveSums,
      (tx, refreshed) => onTotalsChanged(kernel, tx, refreshed),
      (tx, refreshed) =>
        inSpan('evaluate-alerts', 'internal', () =>
          evaluateAlerts({ ...kernel, merchantId: refreshed.merchantId, tx }, refreshed),
        ),
      (tx, refreshed) => followLateOrders({ ...kernel, merchantId: refreshed.merchantId, tx }, refreshed),
    ],
  })
}
