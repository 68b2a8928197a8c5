import { billingApi, RETURN_REDIRECT_MS } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { setupReturnFailure } from '../../ui/messages/billing-texts.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { type Outcome, OutcomePage } from '../../ui/pages/outcome-page.tsx'
import { useRereadBilling } from './use-reread-billing.ts'

/** Confirms the card of the visit, then goes to where the merchant came from (P-07). */
export function SetupCompleteScreen() {
  return <OutcomePage title="Payment method" outcome={useSetup()} />
}

const toBilling = { to: '/settings', search: { tab: 'billing' } } as const

function useSetup(): Outcome {
  const { session_id: sessionId = '' } = useSearch({ from: '/signed-in/stripe/setup-complete' })
  const { data, error } = useQuery({
    queryKey: ['setup-complete', sessionId],
    queryFn: () => call(billingApi.completeSetup, { body: { sessionId } }),
    enabled: sessionId !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useRereadBilling(data !== undefined)
  const refusal = data?.success === false ? data.message : error
  const hasFailed = refusal !== null || sessionId === ''
  const failure = hasFailed ? setupReturnFailure(refusal) : null
  const isFromBilling = data?.startedFrom === 'billing'
  useNextPage({ isDone: data !== undefined || hasFailed, failure: failure?.message, isFromBilling })

  if (failure) return { kind: 'error', title: failure.title, text: failure.message }
  if (data) return { kind: 'success', title: 'Payment method added', text: data.message }
  return { kind: 'loading', title: 'Confirming your payment method', text: 'Asking Stripe for your card.' }
}

function useNextPage({
  isDone,
  failure,
  isFromBilling,
}: {
  isDone: boolean
  failure: string | undefined
  isFromBilling: boolean
}): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    if (failure !== undefined) notifyFailure(setupReturnFailure(failure))
    const onboarding = failure === undefined ? '/connect-shopify' : '/add-payment'
    const next = isFromBilling ? toBilling : { to: onboarding }
    const timer = setTimeout(() => void navigate({ ...next, replace: true }), RETURN_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, failure, isFromBilling, navigate])
}
