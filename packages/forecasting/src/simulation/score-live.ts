import { getScore, getStockouts, type Score, type Stockout } from './score.ts'
import type { LiveAlert } from './simulation-file.ts'
import type { SimulationInput } from './simulation-input.ts'
import { variantDays } from './variant-days.ts'

export interface LiveScore extends Score {
  stockouts: readonly Stockout[]
}

/**
 * Scores the alerts that were actually raised against the stockouts of recorded days, by the rules of the
 * historical simulation. An alert counts from the morning after it was raised. Days without a record have no
 * stockouts, and do not affect the outcome of an alert.
 */
export function scoreLive(input: SimulationInput, alerts: readonly LiveAlert[]): LiveScore {
  const { origin, days, series } = input
  const firstDay = origin - days + 1
  const indexOf = new Map(series.map(({ id }, i) => [id, i]))
  const all = series.map((variant) => {
    const stock = variant.closingStock
    const history = { stock, isEstimated: new Uint8Array(stock.length) }
    return variantDays({ variant, history, firstDay, days, distributionOn: null })
  })
  const episodes = series.map((): { openedOn: number; closedOn: number | null }[] => [])
  for (const { variantId, openedOn, closedOn } of alerts) {
    const index = indexOf.get(variantId)
    if (index === undefined || openedOn > origin || (closedOn !== null && closedOn < firstDay)) continue
    const closed = closedOn === null || closedOn > origin ? null : closedOn - firstDay + 1
    episodes[index]?.push({ openedOn: Math.max(0, openedOn - firstDay), closedOn: closed })
  }
  const stockouts = getStockouts(all)
  return { stockouts, ...getScore(all, stockouts, episodes) }
}
