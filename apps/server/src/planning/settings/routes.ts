import { settingsApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listVariantSettings } from './list-variant-settings.ts'
import { saveManySettings, saveVariantSettings, undoSettings } from './save-many-settings.ts'
import { applySettings, getSettings, saveSettings } from './save-settings.ts'

export function createSettingsRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .run(settingsApi.get, getSettings)
    .run(settingsApi.save, saveSettings)
    .run(settingsApi.apply, applySettings)
    .read(settingsApi.listVariants, listVariantSettings)
    .run(settingsApi.saveVariants, saveManySettings)
    .run(settingsApi.undo, (context, { id: changeId }) => undoSettings(context, { changeId }))
    .run(settingsApi.saveVariant, (context, { id: variantId, ...wanted }) =>
      saveVariantSettings(context, { variantId, wanted }),
    )
}
