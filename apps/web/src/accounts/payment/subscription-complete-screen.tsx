import { billingApi, RETURN_REDIRECT_MS } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { subscriptionReturnFailure } from '../../ui/messages/billing-texts.ts'
import { type Outcome, OutcomePage } from '../../ui/pages/outcome-page.tsx'
import { useRereadBilling } from './use-reread-billing.ts'

/** Confirms the payment on return from its page (P-08). */
export function SubscriptionCompleteScreen() {
  const outcome = useSubscription()
  return (
    <OutcomePage title="Subscription" outcome={outcome}>
      {outcome.kind === 'error' && (
        <ButtonLink variant="filled" to="/dashboard">
          Go to Dashboard
        </ButtonLink>
      )}
    </OutcomePage>
  )
}

function useSubscription(): Outcome {
  const { session_id: sessionId = '' } = useSearch({ from: '/signed-in/stripe/subscription-complete' })
  const navigate = useNavigate()
  const { data, error } = useQuery({
    queryKey: ['subscription-complete', sessionId],
    queryFn: () => call(billingApi.completeSubscription, { body: { session_id: sessionId } }),
    enabled: sessionId !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useRereadBilling(data !== undefined)
  const isActive = data?.success === true
  useEffect(() => {
    if (!isActive) return
    const goOn = () => void navigate({ to: '/connect-shopify', replace: true })
    const timer = setTimeout(goOn, RETURN_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isActive, navigate])

  if (isActive) return { kind: 'success', title: 'Subscription active', text: data.message }
  if (sessionId === '' || error || data) {
    const reason = data?.message ?? error
    return { kind: 'error', title: 'Subscription not active', text: subscriptionReturnFailure(reason) }
  }
  return { kind: 'loading', title: 'Activating your subscription', text: 'Asking Stripe for your payment.' }
}
