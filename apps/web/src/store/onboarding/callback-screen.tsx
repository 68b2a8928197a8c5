import { CALLBACK_REDIRECT_MS, RETURN_REDIRECT_MS, storeApi } from '@stockcast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { callbackFailure } from '../../ui/messages/connection-failures.ts'
import type { Message } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { type Outcome, OutcomePage } from '../../ui/pages/outcome-page.tsx'
import { readIntent, takeIntent } from '../connection/booking-intent.ts'

/** Completes the connection with everything that Shopify sent back (S-05, S-05b). */
export function CallbackScreen() {
  return <OutcomePage title="Connecting your store" outcome={useConnection()} />
}

function useConnection(): Outcome {
  const [query] = useState(useRouter().history.location.search.slice(1))
  const { code, shop, hmac, isComplete } = readRequest(query)
  const { data, error } = useQuery({
    queryKey: ['connection', query],
    queryFn: () => call(storeApi.completeConnection, { body: { code, shop, hmac, query } }),
    enabled: isComplete,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasFailed = error !== null || !isComplete
  useNextPage({ isConnected: data !== undefined, failure: hasFailed ? callbackFailure(error) : null })

  if (hasFailed) {
    const { title, message } = callbackFailure(error)
    return { kind: 'error', title, text: message }
  }
  if (data !== undefined) {
    return {
      kind: 'success',
      title: 'Store connected',
      text: `${data.shopDomain} is connected. The first import has started.`,
    }
  }
  return { kind: 'loading', title: 'Connecting your store', text: 'Checking the answer from Shopify.' }
}

function readRequest(query: string) {
  const values = new URLSearchParams(query)
  const [code, shop, hmac] = ['code', 'shop', 'hmac'].map((name) => values.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  return { code, shop, hmac, isComplete: code !== '' && shop !== '' && hmac !== '' }
}

function useNextPage({ isConnected, failure }: { isConnected: boolean; failure: Message | null }): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { title, message } = failure ?? {}
  const [orderId] = useState(() => readIntent()?.orderId ?? null)
  useEffect(() => {
    if (!isConnected) return
    queryClient.removeQueries({ queryKey: queryKeys.sync })
    void queryClient.invalidateQueries({ queryKey: queryKeys.session })
    const next = () =>
      orderId === null
        ? navigate({ to: '/dashboard', replace: true })
        : navigate({
            to: '/order/orders/$orderId',
            params: { orderId: String(orderId) },
            replace: true,
          })
    const timer = setTimeout(() => void next(), CALLBACK_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isConnected, orderId, navigate, queryClient])
  useEffect(() => {
    if (title === undefined || message === undefined) return
    notifyFailure({ title, message })
    const back = () => {
      if (orderId === null) return navigate({ to: '/connect-shopify', replace: true })
      takeIntent(orderId)
      return navigate({
        to: '/order/orders/$orderId',
        params: { orderId: String(orderId) },
        replace: true,
      })
    }
    const timer = setTimeout(() => void back(), RETURN_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [title, message, orderId, navigate])
}
