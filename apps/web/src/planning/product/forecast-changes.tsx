import { Box, Skeleton } from '@mantine/core'
import type { ProductDetail } from '@stockcast/contract'
import { lazy, Suspense } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import type { ForecastPlan } from '../overrides/override-dialog.tsx'

const OverrideDialog = lazy(() => import('../overrides/override-dialog.tsx'))
const OverrideList = lazy(() => import('../overrides/override-list.tsx'))

interface ForecastChangesProps {
  detail: ProductDetail
  /** null while nothing is planned. */
  plan: ForecastPlan | null
  onPlan: (plan: ForecastPlan | null) => void
}

/** Shows the way to change the forecast by hand, and what was changed. */
export function ForecastChanges({ detail, plan, onPlan }: ForecastChangesProps) {
  const { forecast, row, hasForecastChanges } = detail
  const isOnSale = row.saleStatus === 'active' || row.saleStatus === 'unlisted'
  const button = forecast && isOnSale && (
    <WriteButton size="xs" onClick={() => onPlan({ percent: null })}>
      Change forecast
    </WriteButton>
  )
  return (
    <>
      {hasForecastChanges ? (
        <Suspense fallback={<Skeleton h={120} className="appear-late" />}>
          <OverrideList
            variantId={row.variantId}
            action={button}
            onEdit={(edited) => onPlan({ percent: null, edited })}
          />
        </Suspense>
      ) : (
        <Box mt={-28}>{button}</Box>
      )}
      <Suspense>
        {plan && <OverrideDialog detail={detail} plan={plan} onClose={() => onPlan(null)} />}
      </Suspense>
    </>
  )
}

/** Returns whether the what-if speaks of the forecast as it was made, and may be kept as a change of it. */
export function canKeep({ forecast }: ProductDetail): boolean {
  return forecast !== null && forecast.baseline.length === 0
}
