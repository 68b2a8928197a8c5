import type { ShopPeriod, ToldEvent } from '../types.ts'
import { aheadOfSome, daysAhead } from './days-ahead.ts'
import { allTimes } from './event-times.ts'
import type { LearnedSale } from './sales-of-some.ts'
import type { ShopKnowledge } from './shop-knowledge.ts'
import type { ShopSales } from './shop-sales.ts'
import { ratioOfDays, unusualPeriods } from './unusual-periods.ts'

/**
 * Returns the closings and sales of a shop that were detected or entered by the merchant; on days that the merchant entered,
 * nothing is detected. Closed days and days of sales say nothing about usual days, so they are left out of learning.
 */
export function shopPeriods(
  sales: ShopSales,
  {
    told,
    found: given,
    ...shop
  }: {
    told: readonly ToldEvent[]
    /** Periods that were detected in the sales of more series. */
    found?: readonly ShopPeriod[] | undefined
    firstDay: number
    origin: number
    horizonDays: number
    salesOfSome: readonly LearnedSale[]
  },
): Pick<ShopKnowledge, 'periods' | 'leftOut' | 'leftOutOfSome' | 'ahead' | 'toldOfSome'> {
  const { origin, firstDay } = shop
  const getRatio = (days: Pick<ShopPeriod, 'from' | 'to'>) => ratioOfDays(sales, origin, days)
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
    return [{ kind, ...days, isTold: true, ratio: kind === 'closed' ? 0 : (effect ?? getRatio(days) ?? 1) }]
  })
  const periods = [...found, ...toldPeriods].sort((a, b) => a.from - b.from)
  const running = found.find(({ to }) => to >= origin) ?? null
  const all = { ...shop, periods, running, getRatio }
  const ahead = daysAhead({ ...all, told: told.filter(({ series }) => !series) })
  return {
    periods,
    leftOut: [...periods, ...ofAll.filter(({ kind }) => kind === 'fault')].map(({ from, to }) => ({
      from,
      to,
    })),
    leftOutOfSome: bySeries(past.filter(({ kind }) => kind !== 'usual')),
    ahead,
    toldOfSome: new Map(
      [...bySeries(told)].map(([id, own]) => [id, aheadOfSome(ahead, { ...all, told: own })]),
    ),
  }
}

/** Returns the events of each series that has events of its own. */
function bySeries(told: readonly ToldEvent[]): Map<string, ToldEvent[]> {
  const events = new Map<string, ToldEvent[]>()
  for (const event of told) {
    for (const id of event.series ?? []) {
      const own = events.get(id)
      if (own) own.push(event)
      else events.set(id, [event])
    }
  }
  return events
}
