import { locationsApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getLocations, saveLocations } from './save-locations.ts'

export function createLocationRoutes(kernel: Kernel) {
  return createVerbApi(kernel).read(locationsApi.get, getLocations).run(locationsApi.save, saveLocations)
}
