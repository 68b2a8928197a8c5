import { SIMULATION_DAYS, type SimulationVariant } from '../../packages/forecasting/src/index.ts'
import type { Episode } from '../../packages/forecasting/src/simulation/episodes.ts'
import { OUTLASTED, RAN_SHORT, variantDays } from '../../packages/forecasting/src/simulation/variant-days.ts'

/**
 * Counts the alerts of a rule with perfect foresight, which has an alert open exactly while stock does not
 * last for the lead time. No rule that warns a lead time ahead can raise fewer. Days whose lead time is not
 * over open none.
 */
export function alertsWithForesight(series: readonly SimulationVariant[], origin: number): number {
  const firstDay = origin - SIMULATION_DAYS + 1
  return series.reduce((sum, variant) => {
    const history = { stock: variant.closingStock, isEstimated: new Uint8Array(variant.closingStock.length) }
    const { issue } = variantDays({ variant, history, firstDay, days: SIMULATION_DAYS, distributionOn: null })
    return sum + getEpisodes(issue).length
  }, 0)
}

function getEpisodes(issue: Uint8Array): Episode[] {
  const episodes: Episode[] = []
  issue.forEach((each, day) => {
    const last = episodes.at(-1)
    const isOpen = last !== undefined && last.closedOn === null
    if (each === RAN_SHORT && !isOpen) episodes.push({ openedOn: day, closedOn: null })
    if (each === OUTLASTED && isOpen) last.closedOn = day
  })
  return episodes
}
