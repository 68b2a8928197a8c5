import { USUAL_TRANSFER_DAYS } from '@stockcast/contract'
import type { TransferLane } from '@stockcast/forecasting'
import type { LaneRow, PlannedMove, ShopLocation } from './queries.ts'

/** The route between two locations for which the merchant has set nothing. */
const USUAL_LANE = { isOn: true, days: USUAL_TRANSFER_DAYS, minimumUnits: 1, unitCostMinor: 0 } as const

/** Returns every way between two locations, as the merchant described it or the usual one. */
export function allLanes(locations: readonly ShopLocation[], described: readonly LaneRow[]): LaneRow[] {
  const known = new Map(described.map((lane) => [`${lane.from}/${lane.to}`, lane]))
  return locations.flatMap(({ id: from }) =>
    locations
      .filter(({ id }) => id !== from)
      .map(({ id: to }) => known.get(`${from}/${to}`) ?? { from, to, ...USUAL_LANE }),
  )
}

/**
 * Returns the ways on which stock of a product may be moved now: those that are on, between locations whose stock is the
 * merchant's, and not back where it came from two weeks ago or less.
 */
export function openLanes(
  lanes: readonly LaneRow[],
  { locations, moves }: { locations: ReadonlyMap<number, ShopLocation>; moves: readonly PlannedMove[] },
): TransferLane[] {
  const isOwn = (id: number) => locations.get(id)?.role !== 'external' && locations.has(id)
  const came = new Set(moves.map(({ from, to }) => `${to}/${from}`))
  return lanes
    .filter(({ isOn, from, to }) => isOn && isOwn(from) && isOwn(to) && !came.has(`${from}/${to}`))
    .map(({ unitCostMinor: unitCost, from, to, days, minimumUnits }) => ({
      from,
      to,
      days,
      minimumUnits,
      unitCost,
    }))
}
