import { settingsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listVariantSettings } from './list-variant-settings.ts'
import { saveManySettings, saveVariantSettings, undoSettings } from './save-many-settings.ts'
import { applySettings, getSettings, saveSettings } from './save-settings.ts'

export function createSettingsRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(settingsApi.get, ({ c }) => run(c, getSettings))
    .serve(settingsApi.save, ({ c, body }) => run(c, (context) => saveSettings(context, body)))
    .serve(settingsApi.apply, ({ c, body }) => run(c, (context) => applySettings(context, body)))
    .serve(settingsApi.listVariants, ({ c, query }) =>
      read(c, (context) => listVariantSettings(context, query)),
    )
    .serve(settingsApi.saveVariants, ({ c, body }) => run(c, (context) => saveManySettings(context, body)))
    .serve(settingsApi.undo, ({ c, params: { id: changeId } }) =>
      run(c, (context) => undoSettings(context, { changeId })),
    )
    .serve(settingsApi.saveVariant, ({ c, params: { id: variantId }, body: wanted }) =>
      run(c, (context) => saveVariantSettings(context, { variantId, wanted })),
    )
}
