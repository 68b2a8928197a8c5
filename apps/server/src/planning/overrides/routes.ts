import { forecastOverridesApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getOverrides } from './list-overrides.ts'
import { createOverride, editOverride, removeOverride, restoreOverride } from './save-override.ts'

export function createOverrideRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .run(forecastOverridesApi.list, getOverrides)
    .run(forecastOverridesApi.create, createOverride)
    .run(forecastOverridesApi.edit, (context, { id: overrideId, ...wanted }) =>
      editOverride(context, { overrideId, wanted }),
    )
    .run(forecastOverridesApi.remove, (context, { id: overrideId }) =>
      removeOverride(context, { overrideId }),
    )
    .run(forecastOverridesApi.restore, (context, { id: overrideId }) =>
      restoreOverride(context, { overrideId }),
    )
}
