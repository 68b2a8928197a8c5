import { shareOfDemand } from '@stockcast/forecasting'
import type { Tx } from '../../kernel/database/app-database.ts'
import { listStoreReceipts } from '../../store/index.ts'
import type { Planning } from '../catalog/planning.ts'
import { listMovedUnits } from '../incoming/moved-queries.ts'
import { dateIncoming } from '../projection/date-incoming.ts'
import type { PlacedVariant } from './placed-queries.ts'

/** Returns the inputs of decisions as they are at a location: its stock, what comes there and its share of the demand. */
export async function planningsAt(
  tx: Tx,
  args: {
    merchantId: number
    today: number
    places: readonly PlacedVariant[]
    of: ReadonlyMap<number, Planning>
  },
): Promise<Map<number, Planning>> {
  const { merchantId, today, places, of } = args
  const key = { merchantId, today, variantIds: places.map(({ variantId }) => variantId) }
  const receipts = await listStoreReceipts(tx, key)
  const moved = Map.groupBy(await listMovedUnits(tx, key), ({ variantId }) => variantId)
  return new Map(
    places.flatMap(({ variantId, locationId, available, incoming, share }) => {
      const planning = of.get(variantId)
      if (!planning) return []
      const own = moved.get(variantId) ?? []
      const coming = own.filter(({ to }) => to === locationId)
      const byHand = coming.reduce(
        (sum, { leaving, between, day }) => sum + (day > 0 ? leaving + between : 0),
        0,
      )
      const left = own.reduce((sum, { from, leaving }) => sum + (from === locationId ? leaving : 0), 0)
      const fromStore = (receipts.get(variantId) ?? []).filter((each) => each.locationId === locationId)
      const { distribution, policy, row } = planning
      const here: Planning = {
        ...planning,
        row: { ...row, available: available - left, incoming },
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
