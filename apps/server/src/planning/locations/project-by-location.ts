import { NO_SALES_DAYS, SALES_WINDOW_DAYS } from '@stockcast/contract'
import { demandShares, SHARE_DAYS, shareOfDemand, splitUnits } from '@stockcast/forecasting'
import {
  type DemandDistribution,
  expectedUnits,
  type Incoming,
  meanDemand,
  plainProjection,
  type StockoutProjection,
  stockoutProjection,
  stockStatus,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { StoreReceipt } from '../../store/index.ts'
import { type MovedUnits, unitsLeaving } from '../incoming/moved-units.ts'
import { dateIncoming } from '../projection/date-incoming.ts'
import type { LocationProjection, LocationState, ShopLocation } from './queries.ts'

/** A product at a location: the projection that is stored, and what suggestions are calculated from. */
export interface ProjectedPlace {
  row: LocationProjection
  /** Its stock without what was shipped from there by hand. */
  available: number
  incoming: Incoming[]
  /** Null: unknown. */
  distribution: DemandDistribution | null
}

/**
 * Returns the stock projection of a product at each location that keeps it. Units that no known location sold are shared as
 * demand is, so that the sums are those of the shop, to the unit.
 */
export function projectByLocation(args: {
  facts: VariantFacts
  states: readonly LocationState[]
  locations: ReadonlyMap<number, ShopLocation>
  receipts: readonly StoreReceipt[]
  moved: readonly MovedUnits[]
  /** Epoch day. */
  today: number
}): ProjectedPlace[] {
  const { facts, states, locations, receipts, moved, today } = args
  const shares = demandShares(
    states.map((state) => ({
      units: state.units90,
      daysOut: state.outSince === null ? 0 : Math.min(SHARE_DAYS, today - epochDay(state.outSince)),
      shopUnits: locations.get(state.locationId)?.unitsSold ?? 0,
    })),
  )
  const sold = soldByLocation(Math.round(facts.averageDailySales * SALES_WINDOW_DAYS), states, shares)
  return states.map((state, i): ProjectedPlace => {
    const { locationId } = state
    const coming = moved.filter(({ to }) => to === locationId)
    const available = state.available - unitsLeaving(moved, locationId)
    const share = shares?.[i] ?? null
    const incoming = [
      ...dateIncoming(
        state.incoming,
        receipts.filter((receipt) => receipt.locationId === locationId),
        facts.policy.leadTimeDays,
      ),
      // With those that are at neither location; what the other one still has in the store's stock is not in the shop's.
      ...facts.incoming.filter((receipt) => receipt.locationId === locationId),
      ...coming.flatMap(({ leaving: units, day }) => (units > 0 ? [{ day, units }] : [])),
    ]
    const distribution =
      facts.distribution && share !== null ? shareOfDemand(facts.distribution, Math.min(1, share)) : null
    const dailySales = (sold?.[i] ?? 0) / SALES_WINDOW_DAYS
    const projection = getProjection({
      available,
      incoming,
      distribution,
      dailySales: share === null ? null : dailySales,
    })
    const daily = distribution ? meanDemand(distribution, SALES_WINDOW_DAYS) / SALES_WINDOW_DAYS : dailySales
    const status = stockStatus({ available, projection: projection ?? { kind: 'no_demand' } })
    const row: LocationProjection = {
      variant_id: state.variantId,
      location_id: locationId,
      available: state.available,
      incoming: coming.reduce(
        (units, { leaving, between, day }) => units + (day > 0 ? leaving + between : 0),
        state.incoming,
      ),
      units_sold_30: sold?.[i] ?? null,
      demand_share: share,
      expected_daily_demand: share === null ? null : daily,
      status,
      projection_kind: projection?.kind ?? 'unknown',
      ...getDays(projection, { available, incoming, distribution }),
      out_since: status === 'out_of_stock' ? (state.outSince ?? dayFromEpoch(today)) : null,
    }
    return { row, available, incoming, distribution }
  })
}

/** Returns null if sales of no known location cannot be shared. */
function soldByLocation(
  units: number,
  states: readonly LocationState[],
  shares: readonly number[] | null,
): number[] | null {
  const known = states.map((state) => state.units30)
  const rest = units - known.reduce((sum, each) => sum + each, 0)
  if (rest < 0) return splitUnits(units, known)
  if (rest > 0 && shares === null) return null
  const parts = splitUnits(rest, shares ?? [])
  return known.map((each, i) => each + (parts[i] ?? 0))
}

/** Returns null if the demand of the location is unknown. */
function getProjection(place: {
  available: number
  incoming: Incoming[]
  distribution: DemandDistribution | null
  dailySales: number | null
}): StockoutProjection | null {
  const { available, incoming, distribution, dailySales } = place
  // Units that the store does not show cannot be bought.
  if (available <= 0) return { kind: 'out_of_stock' }
  if (distribution) return stockoutProjection({ distribution, available, incoming })
  return dailySales === null ? null : plainProjection({ available, averageDailySales: dailySales })
}

function getDays(
  projection: StockoutProjection | null,
  place: { available: number; incoming: Incoming[]; distribution: DemandDistribution | null },
): Pick<LocationProjection, 'days_until_stockout' | 'days_low' | 'days_high'> {
  switch (projection?.kind) {
    case 'out_of_stock':
      return { days_until_stockout: 0, days_low: 0, days_high: 0 }
    case 'no_demand':
      return { days_until_stockout: NO_SALES_DAYS, days_low: null, days_high: null }
    case 'days': {
      const { daysUntilStockout, low, high } = projection
      return {
        days_until_stockout: Math.min(daysUntilStockout, NO_SALES_DAYS - 1),
        days_low: low,
        days_high: high,
      }
    }
    case 'beyond': {
      const { horizonDays, low } = projection
      const units = place.incoming.reduce((sum, receipt) => sum + expectedUnits(receipt), place.available)
      const demand = place.distribution ? meanDemand(place.distribution, horizonDays) : 0
      const days = Math.max(horizonDays, Math.floor((units * horizonDays) / demand))
      return { days_until_stockout: Math.min(days, NO_SALES_DAYS - 1), days_low: low, days_high: null }
    }
    default:
      return { days_until_stockout: null, days_low: null, days_high: null }
  }
}
