import { demoApi, importsApi, SAMPLE_DAYS, SAMPLE_PRODUCTS, SAMPLE_STOCK } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { addDays, dayOfInstant } from '../../ui/format/days.ts'
import { notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'

/** Loads the sample store by the server's function, or else by the import calls (T-06). */
export function useLoadDemo(onLoaded?: () => void) {
  const { merchant, now } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { id: merchantId, recordedShopDomain: shopDomain, email } = merchant
      try {
        await call(demoApi.seed, { body: { merchantId, shopDomain, email } })
      } catch (error) {
        // A refusal is final; only a failure of the function is tried another way.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
        await seedByImport(dayOfInstant(now, merchant.timeZone))
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      notifySuccess(successMessages.demoLoaded)
      onLoaded?.()
    },
    onError: tellFailure('load_demo'),
  })
}

async function seedByImport(today: string): Promise<void> {
  const items = SAMPLE_PRODUCTS.map(({ unitsPerDay: _, ...product }) => ({ ...product, stock: SAMPLE_STOCK }))
  await call(importsApi.saveInventory, { body: { isSample: true, items } })
  const days = Array.from({ length: SAMPLE_DAYS }, (_, i) => addDays(today, i - SAMPLE_DAYS))
  const rows = days.flatMap((day) =>
    SAMPLE_PRODUCTS.map(({ sku, unitsPerDay }) => ({ sku, day, units: unitsPerDay })),
  )
  await call(importsApi.saveSales, { body: { isSample: true, rows } })
}
