import { locationsSchema, saveLocationsSchema } from '../locations.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/locations', {
  role: 'viewer',
  summary: 'The open locations of the store, and how stock moves between them',
  answer: locationsSchema,
  description: 'The locations by name.',
})

export const save = endpoint('PUT', '/api/locations', {
  role: 'buyer',
  use: 'location_settings',
  summary: 'Saves what locations are for, and the ways between them',
  body: saveLocationsSchema,
  maxBytes: 256_000,
  answer: locationsSchema,
  description: 'The locations, as saved.',
})
