import type { Locations, saveLocationsSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { announceChange } from '../settings/change-overrides.ts'
import { allLanes } from './lanes.ts'
import {
  findLocationChoices,
  listLanes,
  listLocations,
  updateChoices,
  updateRoles,
  upsertLanes,
} from './queries.ts'

/** Returns the open locations and the ways between them. */
export async function getLocations({ merchantId, tx }: Context): Promise<Locations> {
  const locations = await listLocations(tx, merchantId)
  return {
    locations,
    lanes: allLanes(locations, await listLanes(tx, merchantId)),
    ...(await findLocationChoices(tx, merchantId)),
  }
}

/** Saves what locations are for, and has stock projections, suggestions and alerts derived again. */
export async function saveLocations(
  context: Context<'jobs' | 'live'>,
  wanted: z.output<typeof saveLocationsSchema>,
): Promise<Locations> {
  const { merchantId, tx } = context
  const { roles, lanes, alertsByLocation, leastTransferMinor } = wanted
  const known = new Set((await listLocations(tx, merchantId)).map(({ id }) => id))
  const named = [...roles.map(({ id }) => id), ...lanes.flatMap(({ from, to }) => [from, to])]
  if (named.some((id) => !known.has(id)))
    throw new AppError(
      'not_found',
      'A location is closed or gone. Reload the page to see those that are open.',
    )
  await updateRoles(tx, merchantId, roles)
  const between = lanes.filter(({ from, to }) => from !== to)
  await upsertLanes(tx, merchantId, between)
  await updateChoices(tx, merchantId, { alertsByLocation, leastTransferMinor })
  await announceChange(context, { variantIds: null, changesLeadTimes: false })
  return getLocations(context)
}
