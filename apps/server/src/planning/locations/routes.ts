import { locationsSchema, paths, saveLocationsSchema } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getLocations, saveLocations } from './save-locations.ts'

const get = createRoute({
  method: 'get',
  path: paths.locations,
  summary: 'The open locations of the store, and how stock moves between them',
  responses: jsonAnswer(locationsSchema, 'The locations by name.'),
})

const save = createRoute({
  method: 'put',
  path: paths.locations,
  use: 'location_settings',
  summary: 'Saves what locations are for, and the ways between them',
  request: { body: jsonBody(saveLocationsSchema) },
  responses: jsonAnswer(locationsSchema, 'The locations, as saved.'),
})

export function createLocationRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(get, async (c) => c.json(await read(c, getLocations), 200))
    .openapi(save, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => saveLocations(context, wanted)), 200)
    })
}
