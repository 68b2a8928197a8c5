import { z } from 'zod'
import { MAX_AMOUNT_MINOR } from './money.ts'

/** `warehouse`: keeps stock for the others. `external`: no stock of it is ever moved, such as that of a supplier. */
export const locationRoles = ['shop', 'warehouse', 'external'] as const
export type LocationRole = (typeof locationRoles)[number]

/** Transfer days between two locations for which the merchant has set none. */
export const USUAL_TRANSFER_DAYS = 3

const laneSchema = z.object({
  from: z.int(),
  to: z.int(),
  isOn: z.boolean(),
  /** Until moved units can be sold. */
  days: z.int().min(0, 'Moving takes 0 days or more.').max(60, 'Moving takes at most 60 days.'),
  minimumUnits: z.int().min(1, 'Move at least 1 unit.').max(1_000_000),
  /** What moving a unit costs, in minor units of the shop's currency. */
  unitCostMinor: z.int().min(0).max(MAX_AMOUNT_MINOR),
})
export type TransferLaneSetting = z.infer<typeof laneSchema>

const choices = {
  alertsByLocation: z.boolean(),
  /** Less valuable transfers are not suggested, in minor units of the shop's currency. */
  leastTransferMinor: z.int().min(0).max(MAX_AMOUNT_MINOR),
}

/** `GET /api/locations`. A shop with one location needs no more than its name. */
export const locationsSchema = z.object({
  locations: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      role: z.enum(locationRoles),
      /** In the last 90 days, as known by location; null before it was first counted. */
      unitsSold: z.int().nullable(),
    }),
  ),
  /** Every way between two locations. */
  lanes: z.array(laneSchema),
  ...choices,
})
export type Locations = z.infer<typeof locationsSchema>

const MAX_SAVED_LOCATIONS = 200

/** `PUT /api/locations`: what is left out keeps its value. */
export const saveLocationsSchema = z.object({
  roles: z
    .array(z.object({ id: z.int(), role: z.enum(locationRoles) }))
    .max(MAX_SAVED_LOCATIONS)
    .default([]),
  lanes: z.array(laneSchema).max(2000).default([]),
  alertsByLocation: choices.alertsByLocation.optional(),
  leastTransferMinor: choices.leastTransferMinor.optional(),
})
export type SaveLocations = z.input<typeof saveLocationsSchema>
