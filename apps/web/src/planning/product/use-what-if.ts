import type { ProductDetail } from '@stockcast/contract'
import { decodeDistribution } from '@stockcast/forecasting/decisions'
import { useDeferredValue, useMemo, useState } from 'react'
import { type WhatIf, type WhatIfFacts, whatIfOutcome } from './what-if-outcome.ts'

/** Returns the input of the calculation, or null if it lacks something. */
export function whatIfFacts(detail: ProductDetail): WhatIfFacts | null {
  const { forecast, row, policy } = detail
  if (forecast === null || forecast.basis !== 'forecast' || row.currentStock === null || !row.isTracked)
    return null
  return {
    distribution: decodeDistribution(forecast.distribution),
    available: row.currentStock,
    incoming: forecast.receipts,
    policy,
  }
}

/** Returns the sliders' state and its outcome, computed here in the browser; nothing is saved. */
export function useWhatIf(detail: ProductDetail) {
  const asIs: WhatIf = {
    demandPercent: 0,
    restockDays: detail.policy.leadTimeDays,
    orderUnits: detail.row.orderQuantity ?? 0,
    orderInDays: 0,
  }
  const [changes, setChanges] = useState<Partial<WhatIf>>({})
  const deferred = useDeferredValue(changes)
  const facts = useMemo(() => whatIfFacts(detail), [detail])
  const { demandPercent, restockDays, orderUnits, orderInDays } = { ...asIs, ...deferred }
  const outcome = useMemo(
    () => facts && whatIfOutcome(facts, { demandPercent, restockDays, orderUnits, orderInDays }),
    [facts, demandPercent, restockDays, orderUnits, orderInDays],
  )
  return {
    asIs,
    asked: { ...asIs, ...changes },
    outcome,
    hasMoved: Object.keys(changes).length > 0,
    change: (next: Partial<WhatIf>) => setChanges((before) => ({ ...before, ...next })),
    reset: () => setChanges({}),
  }
}
