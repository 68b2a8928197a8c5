import { storeApi } from '@stockcast/contract'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { leaveSite } from '../../ui/browser/leave-site.ts'
import { untilBack } from '../../ui/browser/until-back.ts'
import { connectFailure } from '../../ui/messages/connection-failures.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

/** Asks for the store's consent page and goes there (S-04). `onRefused` is called if the address is at fault. */
export function useConnectShop(onRefused?: () => void) {
  return useMutation({
    mutationFn: (wanted: { shop: string; writesStock?: boolean; writesTransfers?: boolean }) =>
      call(storeApi.startConnection, { body: { ...wanted, redirectOrigin: window.location.origin } }),
    onSuccess: ({ authUrl }) => {
      leaveSite(authUrl)
      return untilBack()
    },
    onError: (failure) => {
      notifyFailure(connectFailure(failure))
      if (failure instanceof ApiError && failure.refusal !== undefined) onRefused?.()
    },
  })
}
