import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isSignedOut } from '../../api/api-error.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { untilBack } from '../../ui/browser/until-back.ts'
import { popUpBlocked } from '../../ui/messages/billing-texts.ts'
import type { Message } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { leaveForPayment } from './leave-for-payment.ts'

interface PaymentPageRequest {
  /** Asks the server for the page; null means that nothing is left to do there. */
  ask: () => Promise<{ url: string | null }>
  getFailure: (error: unknown) => Message
  onNothingToPay?: () => void
  /** The page itself says what failed. */
  isSaidInPlace?: boolean
}

/** Asks for a page of the payment provider and goes there. */
export function usePaymentPage({ ask, getFailure, onNothingToPay, isSaidInPlace }: PaymentPageRequest) {
  const queryClient = useQueryClient()
  /** The page's address, where it could not be opened in this tab. */
  const [newTabUrl, setNewTabUrl] = useState<string | null>(null)
  const toMessage = (error: unknown) =>
    // A press that needs no page may have taken effect.
    onNothingToPay === undefined && error instanceof ApiError && error.code === 'unanswered'
      ? { ...getFailure(error), message: 'The server did not answer. No payment was made.' }
      : getFailure(error)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ask,
    onSuccess: ({ url }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.billing })
      if (url === null) return onNothingToPay?.()
      const departure = leaveForPayment(url)
      setNewTabUrl(departure === 'left' ? null : url)
      if (departure === 'blocked') notifyFailure(popUpBlocked)
      return departure === 'left' ? untilBack() : undefined
    },
    onError: (failure) => {
      // A merchant whose session has ended leaves the page at once.
      if (!isSaidInPlace || isSignedOut(failure)) notifyFailure(toMessage(failure))
    },
  })
  const failure = error === null || isSignedOut(error) ? null : toMessage(error)
  return { start: () => mutate(), isPending, newTabUrl, failure }
}
