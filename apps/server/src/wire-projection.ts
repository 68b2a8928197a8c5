import type { Kernel } from './kernel.ts'
import { followActions } from './modules/actions/index.ts'
import { evaluateAlerts } from './modules/alerts/index.ts'
import { onTotalsChanged } from './modules/catalog/index.ts'
import { listStoreReceipts } from './modules/inbound/index.ts'
import { planOrders } from './modules/order-list/index.ts'
import { createProjection, type Projection } from './modules/projection/index.ts'
import { followLateOrders } from './modules/purchasing/index.ts'
import { findPolicies } from './modules/settings/index.ts'
import { deriveSums } from './modules/trends/index.ts'
import { inSpan } from './telemetry/operation.ts'

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
