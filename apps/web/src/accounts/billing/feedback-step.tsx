import { Button, Textarea } from '@mantine/core'
import { type Billing, billingApi, FEEDBACK_MAX_LENGTH } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { cancelFailure } from '../../ui/messages/billing-texts.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { StepFrame } from './step-frame.tsx'

interface FeedbackStepProps {
  onClose: () => void
  onCancelled: (billing: Billing) => void
}

/** Asks for optional feedback, which is stored with the cancellation (C-03). */
export function FeedbackStep({ onClose, onCancelled }: FeedbackStepProps) {
  const [feedback, setFeedback] = useState('')
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(billingApi.cancel, { body: { feedback } }),
    onSuccess: (billing) => {
      queryClient.setQueryData(queryKeys.billing, billing)
      void queryClient.invalidateQueries({ queryKey: queryKeys.session })
      onCancelled(billing)
    },
    onError: (error) => notifyFailure(cancelFailure(error)),
  })
  return (
    <StepFrame title="Before you go">
      <Textarea
        label="What was missing?"
        description="Optional. It helps us more than anything else."
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
        maxLength={FEEDBACK_MAX_LENGTH}
        rows={4}
        mb={12}
        data-autofocus
      />
      <Button color="vermilion" variant="outline" onClick={() => cancel.mutate()} loading={cancel.isPending}>
        Cancel Subscription
      </Button>
      <Button variant="subtle" color="gray" onClick={onClose} disabled={cancel.isPending}>
        Keep My Subscription
      </Button>
    </StepFrame>
  )
}
