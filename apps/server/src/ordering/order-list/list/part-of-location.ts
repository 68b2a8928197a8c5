import type { OrderList } from '@stockcast/contract'
import { type OrderSteps, splitUnits } from '@stockcast/forecasting'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { listLocations, listPlacedVariants, type PlacedVariant } from '../../../planning/index.ts'
import { type Candidate, listMoves, type Packs, type PlannedUnits } from './list-queries.ts'
import type { PlanSteps } from './step-queries.ts'

/** What the order list of one location shows: the location's part of each order, or the order of the whole shop. */
interface LocationPart {
  quantitiesFor: OrderList['quantitiesFor']
  candidates: readonly Candidate[]
  /** The whole shop's units of each candidate that is split; empty if the list shows orders of the whole shop. */
  shopUnits: ReadonlyMap<number, number>
}

/**
 * Returns the candidates with the part of each order that a location needs. A warehouse keeps stock for the other locations, so
 * its list has the orders of the whole shop, as it does while sales by location are unknown.
 */
export async function partOfLocation(
  tx: Tx,
  args: { merchantId: number; location: number; candidates: readonly Candidate[] },
): Promise<LocationPart> {
  const { merchantId, location, candidates } = args
  const known = (await listLocations(tx, merchantId)).find(({ id }) => id === location)
  const ofShop = { candidates, shopUnits: new Map<number, number>() }
  if (known?.role === 'warehouse') return { ...ofShop, quantitiesFor: 'warehouse' }
  const variantIds = candidates.filter(({ units }) => units > 0).map(({ variantId }) => variantId)
  const places = Map.groupBy(
    await listPlacedVariants(tx, { merchantId, variantIds }),
    (place) => place.variantId,
  )
  if ([...places.values()].some((own) => own.some(({ share }) => share === null)))
    return { ...ofShop, quantitiesFor: 'shop' }
  const moves = Map.groupBy(await listMoves(tx, { merchantId, variantIds }), (move) => move.variantId)
  const shopUnits = new Map<number, number>()
  const parted = candidates.map((candidate): Candidate => {
    const { variantId, units, valueMinor, due } = candidate
    const own = places.get(variantId)
    if (units === 0 || !own) return candidate
    const parts = partsOf(candidate, { places: own, moves: moves.get(variantId) ?? [] })
    const part = parts.get(location) ?? 0
    shopUnits.set(variantId, units)
    return {
      ...candidate,
      units: part,
      valueMinor: valueMinor === null ? null : Math.round((valueMinor * part) / units),
      due: part === 0 && due === 'due' ? 'not_yet' : due,
    }
  })
  return { candidates: parted, shopUnits, quantitiesFor: 'location' }
}

/**
 * Splits an order among locations so that their stock lasts about equally long: by the units that each location lacks, after
 * all planned transfers, of its share of the shop's stock including the order. Parts are whole packs, no smaller than the
 * supplier's minimum, and sum to the order.
 */
export function partsOf(
  { units, packSize = 1, minimumUnits = null }: Pick<Candidate, 'units'> & Partial<Packs>,
  { places, moves }: { places: readonly PlacedVariant[]; moves: readonly PlannedUnits[] },
): Map<number, number> {
  const stock = places.map(({ locationId, available, incoming }) =>
    moves.reduce(
      (sum, { from, to, units: moved }) =>
        sum + (to === locationId ? moved : 0) - (from === locationId ? moved : 0),
      available + incoming,
    ),
  )
  const total = units + stock.reduce((sum, each) => sum + each, 0)
  const missing = places.map(({ share }, i) => Math.max(0, (share ?? 0) * total - stock[i]!))
  const pack = units % packSize === 0 ? packSize : 1
  const parts = splitUnits(units / pack, missing).map((count) => count * pack)
  for (;;) {
    // A part below the supplier's minimum is added to the largest part.
    const largest = parts.indexOf(Math.max(...parts))
    const small = parts.findIndex((part, i) => i !== largest && part > 0 && part < (minimumUnits ?? 0))
    if (small === -1) break
    parts[largest] = parts[largest]! + parts[small]!
    parts[small] = 0
  }
  return new Map(places.map(({ locationId }, i) => [locationId, parts[i]!]))
}

/** Returns the steps of a part of an order: the part's share of each step of the order, in whole packs. */
export function stepsOfPart(
  { steps }: PlanSteps,
  { units, of, packSize }: { units: number; of: number; packSize: number },
): PlanSteps {
  const parts: { units: number; cost: number; value: number }[] = []
  let [ordered, taken] = [0, 0]
  for (let i = 0; i < steps.length; i++) {
    const step = steps.at(i)!
    ordered += step.units
    const until = ordered >= of ? units : Math.floor((ordered * units) / of / packSize) * packSize
    const share = (until - taken) / step.units
    if (until > taken)
      parts.push({ units: until - taken, cost: step.cost * share, value: step.value * share })
    taken = until
  }
  return { steps: parts satisfies OrderSteps, terms: null }
}
