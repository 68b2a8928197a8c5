import type { Sums } from './run-scenario.ts'
import { getMean } from './score.ts'
import type { Scenario } from './shop.ts'

const WANTED = {
  good: { regret: 1.5, share: 0.8 },
  bearable: { regret: 2.5, share: 0.95 },
  median: 1.3,
  worseThanPlain: 0.05,
  leastCoverage: 0.8,
  coverage: [0.85, 0.97],
} as const

/** By how much a plain method may be better without counting: a share of its regret, and a regret. */
const PLAIN_MARGIN = { share: 1.1, regret: 0.3 }

export type Result = ReturnType<typeof getResult>

export function getResult(scenario: Scenario, sums: readonly Sums[]) {
  const methods = sums[0]!.loss.map((_, m) => m)
  const getRegret = (one: Sums, m: number) => one.loss[m]! / one.trueLoss
  const regrets = methods.map((m) => Math.max(...sums.map((one) => getRegret(one, m))))
  const worst = sums.toSorted((a, b) => getRegret(b, 0) - getRegret(a, 0))[0]!
  const regret = Math.max(...sums.map((one) => getRegret(one, 0) / (one.allowance / one.products)))
  const plain = Math.min(...regrets.slice(1))
  const isZero = sums.every((one) => one.withoutDemand === one.products)
  const isTrace = sums.every((one) => one.falseAlarms === 0)
  return {
    scenario,
    /** Mean of the forecasts ÷ mean of the truth, at the worse number of days. */
    ratio: worst.mean / worst.trueMean,
    /** Figures of the worse number of days, by method. */
    regrets,
    /** The engine's ÷ what even knowing the break cannot beat. */
    regret,
    /** Share of draws in the 90 % interval, the mean of both numbers of days, by method. */
    coverage: methods.map((m) => getMean(sums.map((one) => one.covered[m]! / one.products))),
    isWorseThanPlain:
      !(isZero && isTrace) &&
      regrets[0]! > PLAIN_MARGIN.share * plain &&
      regrets[0]! > plain + PLAIN_MARGIN.regret,
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
  const coverage = getMean(results.map((one) => one.coverage[0]!))
  const [least, most] = WANTED.coverage
  tell(
    coverage >= least && coverage <= most,
    `the 90 % interval covers ${coverage.toFixed(3)} (wanted ${least} to ${most})`,
  )
  for (const [family, all] of Map.groupBy(results, ({ scenario }) => scenario.family)) {
    const covered = getMean(all.map((one) => one.coverage[0]!))
    if (covered < WANTED.leastCoverage)
      tell(false, `${family}: covers ${covered.toFixed(3)} (wanted ≥ ${WANTED.leastCoverage})`)
  }
  return lines
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
