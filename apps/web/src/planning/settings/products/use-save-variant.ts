import {
  settingsApi,
  type VariantSettings,
  type VariantSettingsList,
  type VariantSettingsRow,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../../ui/messages/notify.tsx'
import { successMessages } from '../../../ui/messages/success-messages.ts'

/** Saves one product's settings; every list shows what the server stored. */
export function useSaveVariant(onSaved: (row: VariantSettingsRow) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ variantId, wanted }: { variantId: number; wanted: VariantSettings }) =>
      call(settingsApi.saveVariant, { params: { id: variantId }, body: wanted }),
    onSuccess: (saved) => {
      queryClient.setQueriesData<VariantSettingsList>(
        { queryKey: queryKeys.variantSettings },
        (list) => list && withRow(list, saved),
      )
      onSaved(saved)
      notifySuccess(successMessages.productSettingsSaved)
      void queryClient.invalidateQueries({ queryKey: queryKeys.variantSettings })
    },
    onError: (error) => notifyFailure(getFailure('save_product_settings', error)),
  })
}

function withRow(list: VariantSettingsList, saved: VariantSettingsRow): VariantSettingsList {
  return {
    ...list,
    rows: list.rows.map((row) => (row.variantId === saved.variantId ? { ...row, ...saved } : row)),
  }
}
