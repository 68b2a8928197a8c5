import { Modal } from '@mantine/core'
import { type Billing, CANCEL_COMPLETE_CLOSE_MS } from '@stockcast/contract'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { formatBillingDate } from '../../ui/format/days.ts'
import { FeedbackStep } from './feedback-step.tsx'
import { OfferStep } from './offer-step.tsx'
import { StepFrame } from './step-frame.tsx'

interface CancelDialogProps {
  billing: Billing
  isOpen: boolean
  onClose: () => void
}

/** Leads through offer, feedback and confirmation (C-01 to C-03). When it is opened again, it starts over. */
export function CancelDialog({ billing, isOpen, onClose }: CancelDialogProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered size="27rem">
      <Modal.Overlay backgroundOpacity={0.5} color="#091211" />
      <Modal.Content radius="lg" p={0}>
        <CancelSteps billing={billing} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

type Step = { name: 'offer' } | { name: 'feedback' } | { name: 'complete'; billing: Billing }

function CancelSteps({ billing, onClose }: Omit<CancelDialogProps, 'isOpen'>) {
  const [step, setStep] = useState<Step>({ name: 'offer' })
  switch (step.name) {
    case 'offer':
      return <OfferStep billing={billing} onClose={onClose} onDecline={() => setStep({ name: 'feedback' })} />
    case 'feedback':
      return (
        <FeedbackStep
          onClose={onClose}
          onCancelled={(cancelled) => setStep({ name: 'complete', billing: cancelled })}
        />
      )
    case 'complete':
      return <CancelledStep billing={step.billing} onClose={onClose} />
  }
}

/** Says that the subscription is cancelled, and closes by itself (C-03). */
function CancelledStep({ billing, onClose }: { billing: Billing; onClose: () => void }) {
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
