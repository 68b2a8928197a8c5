import { Button } from '@mantine/core'
import { billingApi } from '@stockcast/contract'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import {
  billingSuccess,
  popUpBlocked,
  portalFailure,
  reactivateFailure,
} from '../../ui/messages/billing-texts.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { NewTabLink } from '../payment/new-tab-link.tsx'
import { usePaymentPage } from '../payment/use-payment-page.ts'

/**
 * Opens the provider's own pages in a new tab (G-06). The tab opens with the click, because browsers block
 * later ones.
 */
export function ManageButton() {
  const tab = useRef<Window | null>(null)
  const portal = useMutation({
    mutationFn: () => call(billingApi.openPortal),
    onSuccess: ({ url }) => tab.current?.location.replace(url),
    onError: (error) => {
      tab.current?.close()
      notifyFailure(portalFailure(error))
    },
  })
  const open = () => {
    if (portal.isRunning()) return
    tab.current = window.open('', '_blank')
    if (tab.current === null) return notifyFailure(popUpBlocked)
    tab.current.opener = null
    portal.mutate()
  }
  return (
    <Button
      onClick={open}
      loading={portal.isPending}
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      Manage Subscription
    </Button>
  )
}

/** Undoes a cancellation with one click; a plan that has ended is paid again (C-04). */
export function ReactivateButton() {
  const queryClient = useQueryClient()
  const again = usePaymentPage({
    ask: () => call(billingApi.reactivate),
    getFailure: reactivateFailure,
    onNothingToPay: () => {
      notifySuccess(billingSuccess.reactivated)
      void queryClient.invalidateQueries({ queryKey: queryKeys.session })
    },
  })
  return (
    <div>
      <Button variant="filled" fullWidth onClick={again.start} loading={again.isPending}>
        Reactivate
      </Button>
      <NewTabLink url={again.newTabUrl} />
    </div>
  )
}
