import { type Billing, CANCEL_COMPLETE_CLOSE_MS } from '@stockcast/contract'
import { useEffect } from 'react'
import { useSession } from '../../session/use-session.ts'
import { formatBillingDate } from '../../ui/format/days.ts'
import { StepFrame } from './step-frame.tsx'

/** Says that the subscription is cancelled, and closes by itself (C-03). */
export function CancelledStep({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const { timeZone } = useSession().merchant
  useEffect(() => {
    const timer = setTimeout(onClose, CANCEL_COMPLETE_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [onClose])
  const { accessUntil, isReadOnly } = billing
  return (
    <StepFrame title="Subscription Cancelled">
      {accessUntil === null || isReadOnly ? (
        <p role="status">It has ended. Nothing more is charged, and nothing is deleted.</p>
      ) : (
        <p role="status">
          You keep access until <b>{formatBillingDate(accessUntil, timeZone)}</b>. Until then one click
          reactivates it.
        </p>
      )}
    </StepFrame>
  )
}
