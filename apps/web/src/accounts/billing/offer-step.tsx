import { Box, Button } from '@mantine/core'
import { type Billing, billingApi, DAY_MS, TRIAL_DAYS, TRIAL_EXTENSION_DAYS } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { reloadPage } from '../../ui/browser/reload-page.ts'
import { formatBillingDate } from '../../ui/format/days.ts'
import { extendFailure, trialExtended } from '../../ui/messages/billing-texts.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { keepForReload } from '../../ui/messages/notify-after-reload.ts'
import { StepFrame } from './step-frame.tsx'
import { DayBar } from './trial-bar.tsx'

interface OfferStepProps {
  billing: Billing
  onClose: () => void
  onDecline: () => void
}

/** Offers 14 more days free where they were not used; otherwise only asks for confirmation (C-01). */
export function OfferStep({ billing, onClose, onDecline }: OfferStepProps) {
  if (billing.canExtendTrial) return <Offer billing={billing} onClose={onClose} onDecline={onDecline} />
  return <Confirmation billing={billing} onClose={onClose} onDecline={onDecline} />
}

function Confirmation({ billing, onClose, onDecline }: OfferStepProps) {
  const { timeZone } = useSession().merchant
  const end = billing.accessUntil ?? billing.currentPeriodEnd
  return (
    <StepFrame title="Cancel Subscription?">
      <p>
        {billing.status === 'past_due'
          ? 'Your plan ends at once. Nothing is deleted.'
          : `You keep access until ${end === null ? 'the paid period ends' : formatBillingDate(end, timeZone)}. Nothing more is charged, and nothing is deleted.`}
      </p>
      <Button color="vermilion" variant="outline" data-autofocus onClick={onDecline}>
        Cancel My Subscription
      </Button>
      <Button variant="subtle" color="gray" onClick={onClose}>
        Keep My Subscription
      </Button>
    </StepFrame>
  )
}

function Offer({ billing, onClose, onDecline }: OfferStepProps) {
  const { now, merchant } = useSession()
  const extend = useExtension(onClose)
  const left = Math.min(billing.daysRemaining ?? 0, TRIAL_DAYS)
  const end = new Date(Date.parse(now) + TRIAL_EXTENSION_DAYS * DAY_MS).toISOString()
  const offered = formatBillingDate(end, merchant.timeZone)
  const isLater =
    billing.trialEndsAt === null || offered !== formatBillingDate(billing.trialEndsAt, merchant.timeZone)
  return (
    <StepFrame title="We'd Love You to Stay!">
      <p>
        {isLater ? (
          <>
            Take {TRIAL_EXTENSION_DAYS} more days free, counted from today. Your trial would then end on{' '}
            <b>{offered}</b>, and nothing is charged before that.
          </>
        ) : (
          <>
            {TRIAL_EXTENSION_DAYS} more days free, counted from the day you accept. It adds nothing today:
            your trial already ends on <b>{offered}</b>. You can accept once, so wait until it is nearly over.
          </>
        )}
      </p>
      <Box mt={6} mb={14}>
        <DayBar over={TRIAL_DAYS - left} left={left} offered={TRIAL_EXTENSION_DAYS - left} />
      </Box>
      <Button
        variant={isLater ? 'filled' : 'default'}
        data-autofocus={isLater || undefined}
        onClick={() => extend.mutate()}
        loading={extend.isPending}
      >
        Accept {TRIAL_EXTENSION_DAYS} Days Free
      </Button>
      <Button variant="subtle" color="gray" onClick={onDecline} disabled={extend.isPending}>
        No Thanks, Cancel Anyway
      </Button>
    </StepFrame>
  )
}

/**
 * Extends the trial, closes the dialog and reloads the page, so that everything on it shows the longer
 * trial (C-02).
 */
function useExtension(onClose: () => void) {
  const queryClient = useQueryClient()
  const { timeZone } = useSession().merchant
  return useMutation({
    mutationFn: () => call(billingApi.extendTrial),
    onSuccess: ({ trialEndsAt }) => {
      keepForReload(trialExtended(trialEndsAt, timeZone))
      onClose()
      reloadPage()
    },
    onError: (error) => {
      notifyFailure(extendFailure(error))
      return queryClient.invalidateQueries()
    },
  })
}
