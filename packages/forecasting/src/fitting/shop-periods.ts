import type { LeftOut } from '../shop-days/left-out.ts'
import type { ShopPeriod, ToldEvent } from '../types.ts'
import { allTimes, type DaysAhead, daysAhead } from './days-ahead.ts'
import type { ShopKnowledge } from './shop-knowledge.ts'
import type { ShopSales } from './shop-sales.ts'
import { ratioOfDays, unusualPeriods } from './unusual-periods.ts'

/**
 * Returns the closings and sales of a shop as they were found or told; where somebody told of days, nothing is found on them. Closed
 * days and those of sales teach nothing of usual ones, and so are missing.
 */
export function shopPeriods(
  sales: ShopSales,
  {
    told,
    found: given,
    ...shop
  }: {
    told: readonly ToldEvent[]
    /** What was found in the sales of more series. */
    found?: readonly ShopPeriod[] | undefined
    firstDay: number
    origin: number
    horizonDays: number
  },
): Pick<ShopKnowledge, 'periods' | 'leftOut' | 'ahead' | 'toldOfSome'> {
  const { origin, firstDay } = shop
  const ratioOf = (days: Pick<ShopPeriod, 'from' | 'to'>) => ratioOfDays(sales, origin, days)
  const past = told
    .flatMap((event) => allTimes(event, origin))
    .filter(({ from, to }) => from <= origin && to >= firstDay)
  const ofAll = past.filter(({ series }) => !series)
  const found = (given ?? unusualPeriods(sales, origin)).filter(
    ({ from, to }) => !ofAll.some((event) => event.from <= to && event.to >= from),
  )
  const toldPeriods = ofAll.flatMap(({ kind, from, to, effect }): ShopPeriod[] => {
    if (kind === 'usual' || kind === 'fault') return []
    const days = { from, to: Math.min(to, origin) }
    return [{ kind, ...days, isTold: true, ratio: kind === 'closed' ? 0 : (effect ?? ratioOf(days) ?? 1) }]
  })
  const periods = [...found, ...toldPeriods].sort((a, b) => a.from - b.from)
  const running = found.find(({ to }) => to >= origin) ?? null
  const leftOut: LeftOut[] = [
    ...periods,
    ...past.filter(({ kind, series }) => kind === 'fault' || (series && kind !== 'usual')),
  ].map(({ from, to, ...one }) => ({
    from,
    to,
    ...('series' in one && one.series && { series: one.series }),
  }))
  return {
    periods,
    leftOut,
    ahead: daysAhead({ ...shop, periods, running, told: told.filter(({ series }) => !series), ratioOf }),
    toldOfSome: aheadOfSome(told, { ...shop, periods, running, ratioOf }),
  }
}

/** Returns for each series that an event alone concerns what its days ahead are, events of all included. */
function aheadOfSome(
  told: readonly ToldEvent[],
  shop: Omit<Parameters<typeof daysAhead>[0], 'told'>,
): ReadonlyMap<string, DaysAhead> {
  const ids = new Set(told.flatMap(({ series = [] }) => series))
  const ahead = new Map<string, DaysAhead>()
  for (const id of ids) {
    const own = daysAhead({ ...shop, told: told.filter(({ series }) => !series || series.includes(id)) })
    if (own) ahead.set(id, own)
  }
  return ahead
}
