import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DemandDistribution } from '../../../packages/forecasting/src/index.ts'
import { loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { forecastOfDistribution } from '../distribution-forecast.ts'
import { engineForecasts } from '../methods/engine.ts'
import { hasStatsforecast, statsforecast } from '../methods/python-peers.ts'
import { type Case, casesAt } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { plainDistribution } from '../plain-distribution.ts'
import { HEADINGS, print } from '../report.ts'
import { HORIZON, Scorer, type Scores, stockLevels } from '../score.ts'

/** Most series, and days of each, that a peer is given; with all of them it would take minutes. */
const SERIES = 300
const DAYS = 730
const ORIGINS = ORIGINS_BACK.slice(-2)

/** A folder with `node_modules` in which peers are installed; they are no dependency of this repository. */
const FOLDER = process.env.STOCKCAST_PEERS ?? ''

interface AutoEts {
  fit(units: Float64Array): void
  predict(days: number): { point: Float64Array }
}

/** Compares accuracy and cost with peers that are installed on this machine; the others are named. */
export async function benchPeers({ set }: PartInput): Promise<void> {
  const sales = loadSet(set)
  const rows = [...Array(Math.min(SERIES, sales.ids.length)).keys()]
  const origins = ORIGINS.map((back) => casesAt(sales, back, rows))
  console.log(`\n${set.name}, peers: first ${rows.length} series, origins T-${ORIGINS.join(', T-')}`)
  console.log(HEADINGS)
  const own = timed(origins, (cases) => engineForecasts(cases))
  print('this engine', own.scores)
  const ets = await autoEts()
  if (ets)
    printPeer(
      'augurs AutoETS',
      own,
      timed(origins, (cases) => cases.map((one) => withSpread(one, etsMeans(ets(), one)))),
    )
  else console.log('  @bsull/augurs: not installed (set STOCKCAST_PEERS to a folder with its node_modules)')
  if (hasStatsforecast()) for (const [name, peer] of pythonPeers(origins)) printPeer(name, own, peer)
  else console.log('  statsforecast: not installed for the python3 of the path')
}

interface Timed {
  scores: Scores
  /** Processor seconds for 1,000 series. */
  seconds: number
}

/** Prints a peer, whose means have the negative binomial of the plain rows. */
function printPeer(name: string, own: Timed, peer: Timed): void {
  print(name, peer.scores)
  const ratio = peer.seconds / own.seconds
  console.log(
    `  CPU per 1,000 series: ${own.seconds.toFixed(2)} s against ${peer.seconds.toFixed(2)} s, ${ratio.toPrecision(2)} × this engine`,
  )
}

/** Returns the models of statsforecast by their names. */
function pythonPeers(origins: readonly Case[][]): Map<string, Timed> {
  const runs = origins.map((cases) => statsforecast(cases.map(recentOf), HORIZON))
  const count = origins.reduce((sum, cases) => sum + cases.length, 0)
  const names = Object.keys(runs[0] ?? {})
  return new Map(
    names.map((name) => {
      const scorer = new Scorer()
      origins.forEach((cases, o) => {
        const { means } = runs[o]![name]!
        addScores(
          scorer,
          cases,
          cases.map((one, i) => withSpread(one, Float64Array.from(means[i]!))),
        )
      })
      const seconds = runs.reduce((sum, run) => sum + run[name]!.seconds, 0)
      return [`statsforecast ${name}`, { scores: scorer.result(), seconds: (seconds / count) * 1000 }]
    }),
  )
}

function timed(origins: readonly Case[][], method: (cases: readonly Case[]) => DemandDistribution[]): Timed {
  const scorer = new Scorer()
  let seconds = 0
  let count = 0
  for (const cases of origins) {
    const before = process.cpuUsage()
    const forecasts = method(cases)
    const { user, system } = process.cpuUsage(before)
    seconds += (user + system) / 1e6
    count += cases.length
    addScores(scorer, cases, forecasts)
  }
  return { scores: scorer.result(), seconds: (seconds / count) * 1000 }
}

function addScores(
  scorer: Scorer,
  cases: readonly Case[],
  distributions: readonly DemandDistribution[],
): void {
  cases.forEach(({ history, future }, i) => {
    scorer.add(history, future, forecastOfDistribution(distributions[i]!, stockLevels(history)))
  })
}

function recentOf({ history }: Case): Float64Array {
  return history.slice(-DAYS)
}

function etsMeans(ets: AutoEts, one: Case): Float64Array {
  ets.fit(recentOf(one))
  return Float64Array.from(ets.predict(HORIZON).point, (units) => Math.max(0, units))
}

/** Returns the distribution of the plain rows around the means of a peer. */
function withSpread({ history }: Case, means: Float64Array): DemandDistribution {
  return plainDistribution(history, 1, means)
}

/** Returns a function that creates the non-seasonal AutoETS model of augurs; null if augurs is not installed. */
async function autoEts(): Promise<(() => AutoEts) | null> {
  const folder = join(FOLDER, 'node_modules/@bsull/augurs')
  if (FOLDER === '' || !existsSync(folder)) return null
  const { default: load, AutoETS } = await import(pathToFileURL(join(folder, 'ets.js')).href)
  await load({ module_or_path: readFileSync(join(folder, 'ets_bg.wasm')) })
  return () => new AutoETS(1, 'ZZN')
}
