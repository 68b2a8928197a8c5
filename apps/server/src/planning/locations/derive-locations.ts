import { setImmediate as nextTurn } from 'node:timers/promises'
import { DAY_MS, SALES_WINDOW_DAYS, USUAL_TRANSFER_DAYS } from '@stockcast/contract'
import { SHARE_DAYS, type StockPlace, suggestTransfers } from '@stockcast/forecasting'
import { stockoutProbability, type VariantFacts } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { findShopMoney } from '../../kernel/database/variant-costs.ts'
import { listStoreReceipts } from '../../store/index.ts'
import { listMovedUnits } from '../incoming/moved-queries.ts'
import type { RefreshedProjection } from '../projection/ports.ts'
import { allLanes, openLanes } from './lanes.ts'
import { type ProjectedPlace, projectByLocation } from './project-by-location.ts'
import {
  countSales,
  findLocationChoices,
  type LaneRow,
  listLanes,
  listLocationStates,
  listLocations,
  listPlannedMoves,
  listWorths,
  type PlannedMove,
  replaceProjections,
  replaceSuggestions,
  type ShopLocation,
  type SuggestionRow,
} from './queries.ts'

/** For this many days, stock does not go back where it came from. */
const NO_WAY_BACK_DAYS = 14

/**
 * Derives the stock projections by location and the suggested transfers of the variants that were refreshed, and notes in their
 * facts what an alert says of them. A shop with one location has neither.
 */
export async function deriveLocations(tx: Tx, refreshed: RefreshedProjection): Promise<void> {
  const { merchantId, variantIds, partOfAll, today } = refreshed
  const isEnd = variantIds === null || partOfAll === 'last'
  const locations = await knownLocations(tx, { merchantId, today, isEnd })
  if (locations.length < 2) {
    if (!isEnd) return
    await replaceProjections(tx, { merchantId, variantIds: null, rows: [] })
    await replaceSuggestions(tx, { merchantId, variantIds: null, rows: [] })
    return
  }
  const byId = new Map(locations.map((location) => [location.id, location]))
  const placesByVariant = await projectPlaces(tx, refreshed, byId)
  const rows = [...placesByVariant.values()].flatMap((places) => places.map(({ row }) => row))
  await replaceProjections(tx, { merchantId, variantIds, rows })
  await suggest(tx, refreshed, { locations: byId, placesByVariant })
}

/** Lists the locations. Their sales are counted once a day, with the whole catalogue. */
async function knownLocations(
  tx: Tx,
  { merchantId, today, isEnd }: { merchantId: number; today: number; isEnd: boolean },
): Promise<ShopLocation[]> {
  const locations = await listLocations(tx, merchantId)
  if (locations.length < 2 || (!isEnd && locations.every(({ unitsSold }) => unitsSold !== null)))
    return locations
  await countSales(tx, { merchantId, since: dayFromEpoch(today - SHARE_DAYS) })
  return listLocations(tx, merchantId)
}

/** Few enough that the database looks them up by index instead of comparing all with all. */
const VARIANTS_PER_READ = 500

async function projectPlaces(
  tx: Tx,
  { merchantId, variantIds, today, facts }: RefreshedProjection,
  locations: ReadonlyMap<number, ShopLocation>,
): Promise<Map<number, ProjectedPlace[]>> {
  const receipts = await listStoreReceipts(tx, { merchantId, variantIds, today })
  const moved = Map.groupBy(
    await listMovedUnits(tx, { merchantId, variantIds, today }),
    ({ variantId }) => variantId,
  )
  const placesByVariant = new Map<number, ProjectedPlace[]>()
  for (let start = 0; start < facts.length; start += VARIANTS_PER_READ) {
    const part = facts.slice(start, start + VARIANTS_PER_READ)
    const states = await listLocationStates(tx, {
      merchantId,
      variantIds: part.map(({ variantId }) => variantId),
      today: dayFromEpoch(today),
      since30: dayFromEpoch(today - SALES_WINDOW_DAYS),
      since90: dayFromEpoch(today - SHARE_DAYS),
    })
    const byVariant = Map.groupBy(states, ({ variantId }) => variantId)
    for (const [i, each] of part.entries()) {
      const ofVariant = byVariant.get(each.variantId)
      if (!ofVariant) continue
      const known = {
        locations,
        receipts: receipts.get(each.variantId) ?? [],
        moved: moved.get(each.variantId) ?? [],
        today,
      }
      placesByVariant.set(each.variantId, projectByLocation({ facts: each, states: ofVariant, ...known }))
      if (i % VARIANTS_PER_TURN === 0) await nextTurn()
    }
  }
  return placesByVariant
}

/** A variant takes about 1 ms, so that the event loop is never blocked for long. */
const VARIANTS_PER_TURN = 20

type PlacesByVariant = ReadonlyMap<number, readonly ProjectedPlace[]>

async function suggest(
  tx: Tx,
  { merchantId, variantIds, at, facts }: RefreshedProjection,
  {
    locations,
    placesByVariant,
  }: { locations: ReadonlyMap<number, ShopLocation>; placesByVariant: PlacesByVariant },
): Promise<void> {
  const choices = await findLocationChoices(tx, merchantId)
  const atRisk = facts.filter(
    (each) =>
      !each.isQuiet && noteRisk(each, placesByVariant.get(each.variantId) ?? [], { locations, ...choices }),
  )
  const asked = atRisk.map(({ variantId }) => variantId)
  const money = await findShopMoney(tx, merchantId)
  const worths = await listWorths(tx, { money, variantIds: asked })
  const since = new Date(at.getTime() - NO_WAY_BACK_DAYS * DAY_MS)
  const moves = Map.groupBy(
    await listPlannedMoves(tx, { merchantId, variantIds: asked, since }),
    ({ variantId }) => variantId,
  )
  const lanes = allLanes([...locations.values()], await listLanes(tx, merchantId))
  const rows: SuggestionRow[] = []
  for (const [i, each] of atRisk.entries()) {
    const { variantId, policy } = each
    const { marginMinor, packSize } = worths.get(variantId) ?? { marginMinor: null, packSize: 1 }
    const ofVariant = moves.get(variantId) ?? []
    const open = openLanes(lanes, { locations, moves: ofVariant })
    const suggestions = suggestTransfers({
      places: getPlaces(placesByVariant.get(variantId) ?? [], { locations, lanes, moves: ofVariant }),
      // What moving costs is compared only where a margin is known.
      lanes: marginMinor === null ? open.map((lane) => ({ ...lane, unitCost: 0 })) : open,
      policy: { ...policy, packSize, margin: Math.max(0, marginMinor ?? 1) },
    })
    const worthwhile = suggestions.filter(
      ({ value }) => (marginMinor === null ? 0 : value) >= choices.leastTransferMinor,
    )
    each.transfers = worthwhile.map(({ from, to, units, days }) => ({
      from: getName(locations, from),
      to: getName(locations, to),
      units,
      days,
    }))
    rows.push(
      ...worthwhile.map(({ from, to, units, days, value, stockoutBefore, stockoutAfter }) => ({
        variant_id: variantId,
        from_location_id: from,
        to_location_id: to,
        units,
        transfer_days: days,
        value_minor: marginMinor === null ? null : Math.round(value),
        // Probabilities can be smaller than the database's `real` can store.
        stockout_before: Math.fround(stockoutBefore),
        stockout_after: Math.fround(stockoutAfter),
      })),
    )
    if (i % VARIANTS_PER_TURN === 0) await nextTurn()
  }
  await replaceSuggestions(tx, { merchantId, variantIds, rows })
}

/**
 * Returns whether a location of the shop runs out too likely before an order arrives, and notes the worst one where the merchant
 * wants alerts by location.
 */
function noteRisk(
  facts: VariantFacts,
  places: readonly ProjectedPlace[],
  args: { locations: ReadonlyMap<number, ShopLocation>; alertsByLocation: boolean },
): boolean {
  const { locations, alertsByLocation } = args
  const { policy } = facts
  let worst: { name: string; available: number; stockoutProbability: number } | null = null
  for (const { row, available, distribution, incoming } of places) {
    if (!distribution || row.expected_daily_demand === 0 || locations.get(row.location_id)?.role !== 'shop')
      continue
    const path = { distribution, available, incoming, withinDays: policy.leadTimeDays }
    const probability = stockoutProbability(path)
    if (probability <= (worst?.stockoutProbability ?? 1 - policy.serviceLevel)) continue
    worst = {
      name: getName(locations, row.location_id),
      available,
      stockoutProbability: probability,
    }
  }
  if (alertsByLocation) facts.worstLocation = worst
  return worst !== null
}

/** Returns the locations as if the drafts were shipped today. */
function getPlaces(
  projected: readonly ProjectedPlace[],
  {
    locations,
    lanes,
    moves,
  }: {
    locations: ReadonlyMap<number, ShopLocation>
    lanes: readonly LaneRow[]
    moves: readonly PlannedMove[]
  },
): StockPlace[] {
  const drafts = moves.filter(({ isDraft }) => isDraft)
  const daysOf = ({ from, to }: PlannedMove) =>
    lanes.find((lane) => lane.from === from && lane.to === to)?.days ?? USUAL_TRANSFER_DAYS
  return projected.map(({ row, available, incoming, distribution }) => ({
    locationId: row.location_id,
    available: drafts.reduce(
      (units, move) => units - (move.from === row.location_id ? move.units : 0),
      available,
    ),
    incoming: [
      ...incoming,
      ...drafts
        .filter(({ to }) => to === row.location_id)
        .map((move) => ({ day: daysOf(move), units: move.units })),
    ],
    distribution,
    sells: locations.get(row.location_id)?.role === 'shop',
  }))
}

function getName(locations: ReadonlyMap<number, ShopLocation>, id: number): string {
  return locations.get(id)?.name ?? `Location ${id}`
}
