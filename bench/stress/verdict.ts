import { mean, sum } from '../launch/figures.ts'
import type { Score } from './run-scenario.ts'
import { HORIZONS, type Scenario } from './shop.ts'

const WANTED = {
  good: { regret: 1.5, share: 0.8 },
  bearable: { regret: 2.5, share: 0.95 },
  median: 1.3,
  worseThanPlain: 0.05,
  leastCoverage: 0.8,
  coverage: [0.85, 0.97],
} as const

/** By how much the engine's regret must be above a plain method's to count as worse: a factor and an amount, both exceeded. */
const PLAIN_MARGIN = { share: 1.1, regret: 0.3 }

export type Result = ReturnType<typeof getResult>

export function getResult(scenario: Scenario, scores: readonly Score[]) {
  const horizons = HORIZONS.map((days) => {
    const all = scores.filter((one) => one.days === days)
    const trueLoss = sum(all, (one) => one.trueLoss)
    const regrets = all[0]!.losses.map((_, m) => sum(all, ({ losses }) => losses[m]!) / trueLoss)
    return {
      regrets,
      regret: regrets[0]! / mean(all, ({ allowance }) => allowance),
      ratio: sum(all, (one) => one.mean) / sum(all, (one) => one.trueMean),
      coverage: mean(all, ({ covered }) => covered),
    }
  })
  const worst = horizons.toSorted((a, b) => b.regrets[0]! - a.regrets[0]!)[0]!
  const regrets = worst.regrets.map((_, m) => Math.max(...horizons.map((one) => one.regrets[m]!)))
  const [engine, plain] = [regrets[0]!, Math.min(...regrets.slice(1))]
  return {
    scenario,
    /** Mean of the forecasts ÷ mean of the truth, at the worse number of days. */
    ratio: worst.ratio,
    /** Figures of the worse number of days, by method. */
    regrets,
    /** The engine's regret ÷ its allowance, which even knowledge of the break cannot beat. */
    regret: Math.max(...horizons.map(({ regret }) => regret)),
    /** Share of draws in the engine's 90 % interval, the mean of both numbers of days. */
    coverage: mean(horizons, ({ coverage }) => coverage),
    isWorseThanPlain:
      scores.some(({ hasDemand, isFalseAlarm }) => hasDemand || isFalseAlarm) &&
      engine > PLAIN_MARGIN.share * plain &&
      engine > plain + PLAIN_MARGIN.regret,
  }
}

export function judge(results: readonly Result[]): { text: string; isMet: boolean }[] {
  const judged = results.filter(({ scenario }) => !scenario.isWidthOnly)
  const regrets = judged.map(({ regret }) => regret).sort((a, b) => a - b)
  const within = (limit: number) => regrets.filter((one) => one <= limit).length / regrets.length
  const lines: { text: string; isMet: boolean }[] = []
  const tell = (isMet: boolean, text: string) => lines.push({ text, isMet })
  for (const { regret, share } of [WANTED.good, WANTED.bearable])
    tell(
      within(regret) >= share,
      `regret ≤ ${regret} in ${percent(within(regret))} of ${regrets.length} scenarios (wanted ${percent(share)})`,
    )
  const median = regrets[Math.floor(regrets.length / 2)] ?? 0
  tell(median <= WANTED.median, `median regret ${median.toFixed(2)} (wanted ≤ ${WANTED.median})`)
  const worse = judged.filter(({ isWorseThanPlain }) => isWorseThanPlain).length / judged.length
  tell(
    worse <= WANTED.worseThanPlain,
    `worse than the better plain method in ${percent(worse)} (wanted ≤ ${percent(WANTED.worseThanPlain)})`,
  )
  const coverage = mean(results, ({ coverage }) => coverage)
  const [least, most] = WANTED.coverage
  tell(
    coverage >= least && coverage <= most,
    `the 90 % interval covers ${coverage.toFixed(3)} (wanted ${least} to ${most})`,
  )
  for (const [family, all] of Map.groupBy(results, ({ scenario }) => scenario.family)) {
    const covered = mean(all, ({ coverage }) => coverage)
    if (covered < WANTED.leastCoverage)
      tell(false, `${family}: covers ${covered.toFixed(3)} (wanted ≥ ${WANTED.leastCoverage})`)
  }
  return lines
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
