import { locationsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getLocations, saveLocations } from './save-locations.ts'

export function createLocationRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(locationsApi.get, ({ c }) => read(c, getLocations))
    .serve(locationsApi.save, ({ c, body }) => run(c, (context) => saveLocations(context, body)))
}
