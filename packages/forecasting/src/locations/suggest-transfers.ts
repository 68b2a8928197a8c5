import { expectedArrivals, type Incoming } from '../decisions/stock-path.ts'
import { stockoutProbability } from '../decisions/stockout.ts'
import { type DemandDistribution, dropElapsedDays, meanDemand } from '../distribution/demand-distribution.ts'
import { demandQuantile, probabilityOfSelling } from '../distribution/read-distribution.ts'

/** A product at a location of the shop. */
export interface StockPlace {
  locationId: number
  /** Units that can be sold there today. */
  available: number
  /** Units on the way there. */
  incoming: readonly Incoming[]
  /** The demand of this location; null: unknown, so that it takes nothing. */
  distribution: DemandDistribution | null
  /** Whether it sells. One that does not takes nothing, and gives all of its stock where nothing was sold from it. */
  sells: boolean
}

/** A way on which stock may be moved. */
export interface TransferLane {
  from: number
  to: number
  /** Days until moved units can be sold. */
  days: number
  /** Fewer are not worth a journey. */
  minimumUnits: number
  /** What moving a unit costs. */
  unitCost: number
}

export interface TransferPolicy {
  /** Days until an order from the supplier arrives. */
  leadTimeDays: number
  /** Days that an order covers after that. */
  reviewPeriodDays: number
  /** Chance of no stockout, 0–1, that every location keeps. */
  serviceLevel: number
  packSize: number
  /** What a unit earns that would not be sold otherwise; in the currency of `unitCost`. */
  margin: number
}

export interface TransferSuggestion {
  from: number
  to: number
  units: number
  days: number
  /** What the moved units are expected to earn, less what moving costs. */
  value: number
  /** Chance that the taker runs out before an order from the supplier arrives: as it is, and once these units are there. */
  stockoutBefore: number
  stockoutAfter: number
}

/** A suggestion is built in about this many steps of whole packs. A step that is too large is halved. */
const MAX_STEPS = 20

/**
 * Suggests which stock to move before anything is bought. A location takes when its chance to run out before an order from the
 * supplier arrives is above 1 − service level, also with what arrives there until moved units would. It gives what it has beyond its demand over lead time and review period at
 * that level, so that its own chance stays at or below 1 − service level. Units are moved in whole packs, the most valuable first,
 * while the taker is likelier than 1 − service level to sell the next pack, from its arrival on, and it earns more than it costs:
 * margin × (chance that the taker sells it − chance that the giver would have) − cost. A lane with fewer units than its minimum is left out.
 */
export function suggestTransfers(args: {
  places: readonly StockPlace[]
  lanes: readonly TransferLane[]
  policy: TransferPolicy
}): TransferSuggestion[] {
  const { places, policy } = args
  const takers = places.filter((place) => place.sells && isAtRisk(place, policy))
  if (takers.length === 0) return []
  const taken = new Map(takers.map((place) => [place.locationId, { place, units: 0 }]))
  const given = new Map(
    places
      .filter((place) => !takers.includes(place))
      .map((place) => [place.locationId, { place, units: 0, spare: spareUnits(place, policy) }]),
  )
  const moves = args.lanes.flatMap((lane): Move[] => {
    const taker = taken.get(lane.to)
    const giver = given.get(lane.from)
    const mayMove = giver && giver.spare >= policy.packSize && lane.days < coverDays(policy)
    if (!taker || !mayMove) return []
    const known = onArrival(taker.place, lane.days, policy)
    // A location that is out of stock today gets no more if what is already on its way is enough.
    if (chanceToSellMoved(known, 0, policy.leadTimeDays) <= 1 - policy.serviceLevel) return []
    return [
      {
        lane,
        taker,
        giver,
        onArrival: known,
        step: getStep(giver.spare, taker.place, policy),
        units: 0,
        value: 0,
      },
    ]
  })
  const gains = moves.map((move) => nextGain(move, policy))
  for (;;) {
    const most = Math.max(0, ...gains)
    if (most === 0) break
    const move = moves[gains.indexOf(most)] as Move
    move.value += most
    for (const counted of [move, move.taker, move.giver]) counted.units += move.step
    for (const [i, other] of moves.entries())
      if (gains[i] !== 0 && (other.taker === move.taker || other.giver === move.giver))
        gains[i] = nextGain(other, policy)
  }
  return moves
    .filter(({ units, lane }) => units > 0 && units >= lane.minimumUnits)
    .map(({ lane, units, value, onArrival, taker: { place } }) => ({
      from: lane.from,
      to: lane.to,
      units,
      days: lane.days,
      value,
      stockoutBefore: stockoutChance(place, policy),
      stockoutAfter: chanceToSellMoved(onArrival, units, policy.leadTimeDays),
    }))
}

interface Move {
  lane: TransferLane
  taker: { place: StockPlace; units: number }
  giver: { place: StockPlace; units: number; spare: number }
  onArrival: OnArrival | null
  /** Units moved at once. */
  step: number
  units: number
  value: number
}

/** Returns the units moved at once, by what the taker may need: a giver may have many times as much. */
function getStep(spare: number, { distribution }: StockPlace, policy: TransferPolicy): number {
  const need = distribution ? demandQuantile(distribution, coverDays(policy), policy.serviceLevel) : 0
  return policy.packSize * Math.max(1, Math.floor(Math.min(spare, need) / policy.packSize / MAX_STEPS))
}

function coverDays({ leadTimeDays, reviewPeriodDays }: TransferPolicy): number {
  return leadTimeDays + reviewPeriodDays
}

function isAtRisk(place: StockPlace, policy: TransferPolicy): boolean {
  return stockoutChance(place, policy) > 1 - policy.serviceLevel
}

/** Returns the chance that a location runs out before an order from the supplier arrives; 0 if its demand is unknown. */
function stockoutChance(
  { distribution, available, incoming }: StockPlace,
  { leadTimeDays }: TransferPolicy,
): number {
  if (!distribution || meanDemand(distribution, Math.max(1, leadTimeDays)) === 0) return 0
  return stockoutProbability({ distribution, available, incoming, withinDays: leadTimeDays })
}

/** Returns the units that a location can do without: the chance of selling all that remains is at most 1 − service level. */
function spareUnits({ distribution, available, sells }: StockPlace, policy: TransferPolicy): number {
  const days = coverDays(policy)
  const units = Math.max(0, Math.floor(available))
  if (distribution && meanDemand(distribution, days) > 0)
    return Math.max(0, units - demandQuantile(distribution, days, policy.serviceLevel) - 1)
  // A location that sells and has sold nothing may be new: nothing says what it needs.
  return sells ? 0 : units
}

/** Returns what the next step of a move earns, after halving the step until it earns something; 0 if none does. */
function nextGain(move: Move, policy: TransferPolicy): number {
  const { packSize } = policy
  for (;;) {
    const gain = gainOfStep(move, policy)
    if (gain > 0 || move.step === packSize) return gain
    move.step = packSize * Math.floor(move.step / packSize / 2)
  }
}

function gainOfStep({ lane, taker, giver, onArrival, step }: Move, policy: TransferPolicy): number {
  if (giver.units + step > giver.spare) return 0
  const sold = chanceToSellMoved(onArrival, taker.units + step, coverDays(policy))
  if (sold <= 1 - policy.serviceLevel) return 0
  const missed = chanceToMiss(giver.place, giver.units + step, policy)
  return Math.max(0, step * (policy.margin * (sold - missed) - lane.unitCost))
}

/** What a location has and sells from the arrival of moved units on. */
interface OnArrival {
  day: number
  distribution: DemandDistribution
  left: number
}

/** Returns null if the demand is unknown. */
function onArrival(place: StockPlace, day: number, policy: TransferPolicy): OnArrival | null {
  const { distribution, available, incoming } = place
  if (!distribution) return null
  const arrivedBy = (days: number) => expectedArrivals(incoming, days)
  // What arrives later is not sold before: days without stock use up nothing of it.
  let left = Math.max(0, available)
  for (let t = 0; t < day; t++) {
    const demand = meanDemand(distribution, t + 1) - meanDemand(distribution, t)
    left = Math.max(0, left + arrivedBy(t + 1) - arrivedBy(t) - demand)
  }
  const later = arrivedBy(coverDays(policy)) - arrivedBy(day)
  const owed = Math.min(0, available)
  return { day, distribution: dropElapsedDays(distribution, day), left: Math.max(0, left + later + owed) }
}

/**
 * Returns the chance that a location sells the last of the moved units within this many days from today: what is left of its
 * stock by then is sold first. The last unit of a step has the smallest chance, so a step earns at least what is computed.
 */
function chanceToSellMoved(known: OnArrival | null, units: number, days: number): number {
  if (!known) return 0
  return probabilityOfSelling(known.distribution, Math.max(0, days - known.day), known.left + units)
}

/** Returns the chance that a location would have sold the last of the units that it gives. */
function chanceToMiss(
  { distribution, available }: StockPlace,
  units: number,
  policy: TransferPolicy,
): number {
  if (!distribution) return 0
  return probabilityOfSelling(distribution, coverDays(policy), available - units + 1)
}
