import { shareOfDemand } from '@stockcast/forecasting'
import type { Planning } from '../catalog/planning.ts'
import { unitsLeaving } from '../incoming/moved-units.ts'
import { dateIncoming } from '../projection/date-incoming.ts'
import type { PlacedVariant } from './placed-queries.ts'

/** Returns the inputs of decisions as they are at a location: its stock, what comes there and its share of the demand. */
export function planningsAt(
  places: readonly PlacedVariant[],
  of: ReadonlyMap<number, Planning>,
): Map<number, Planning> {
  return new Map(
    places.flatMap(({ variantId, locationId, available, incoming, share }) => {
      const planning = of.get(variantId)
      if (!planning) return []
      const { distribution, moved, policy, row } = planning
      const coming = moved.filter(({ to }) => to === locationId)
      const byHand = coming.reduce(
        (sum, { leaving, between, day }) => sum + (day > 0 ? leaving + between : 0),
        0,
      )
      const fromStore = planning.storeReceipts.filter((each) => each.locationId === locationId)
      const here: Planning = {
        ...planning,
        row: { ...row, available: available - unitsLeaving(moved, locationId), incoming },
        incoming: [
          ...dateIncoming(incoming - byHand, fromStore, policy.leadTimeDays),
          ...planning.incoming.filter((each) => each.locationId === locationId),
          ...coming.flatMap(({ leaving: units, day }) => (units > 0 ? [{ day, units }] : [])),
        ],
        distribution:
          distribution && share !== null ? shareOfDemand(distribution, Math.min(1, share)) : distribution,
      }
      return [[variantId, here] as const]
    }),
  )
}
