import { teamApi } from '@stockcast/contract'
import { renewAccessToken } from '../../api/access-token.ts'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { tellFailure } from '../../ui/messages/notify.tsx'

/** Loads the app again with the token of the shop that is open now, so that nothing of the former one is left. */
export async function enterShop(): Promise<void> {
  await renewAccessToken()
  window.location.assign('/dashboard')
}

/** Opens another shop of the person. */
export function useOpenShop() {
  return useMutation({
    mutationFn: async (merchantId: number) => {
      await call(teamApi.openShop, { body: { merchantId } })
      await enterShop()
    },
    onError: tellFailure('open_shop'),
  })
}
