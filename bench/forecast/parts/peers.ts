import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { forecastOfDistribution } from '../distribution-forecast.ts'
import { engineForecasts } from '../methods/engine.ts'
import { type Case, casesAt } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { plainDistribution } from '../plain-distribution.ts'
import { HEADINGS, print } from '../report.ts'
import { HORIZON, Scorer, stockLevels } from '../score.ts'

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
  console.log(`  statsforecast (Python): ${hasStatsforecast() ? 'installed' : 'not installed'}`)
  const ets = await autoEts()
  if (!ets) {
    console.log('  @bsull/augurs: not installed (set STOCKCAST_PEERS to a folder with its node_modules)')
    return
  }
  console.log(HEADINGS)
  const own = timed(origins, (cases) => engineForecasts(cases))
  const peer = timed(origins, (cases) => cases.map((one) => forecastWith(ets(), one)))
  print('this engine', own.scores)
  print('augurs AutoETS + NB', peer.scores)
  console.log(
    `  CPU per 1,000 series: ${own.seconds.toFixed(2)} s against ${peer.seconds.toFixed(2)} s, ${(peer.seconds / own.seconds).toFixed(0)} times as fast`,
  )
}

function timed(
  origins: readonly Case[][],
  method: (cases: readonly Case[]) => ReturnType<typeof engineForecasts>,
) {
  const scorer = new Scorer()
  let seconds = 0
  let count = 0
  for (const cases of origins) {
    const before = process.cpuUsage()
    const forecasts = method(cases)
    const { user, system } = process.cpuUsage(before)
    seconds += (user + system) / 1e6
    count += cases.length
    cases.forEach(({ history, future }, i) => {
      const distribution = forecasts[i] as (typeof forecasts)[number]
      scorer.add(history, future, forecastOfDistribution(distribution, stockLevels(history)))
    })
  }
  return { scores: scorer.result(), seconds: (seconds / count) * 1000 }
}

function forecastWith(ets: AutoEts, { history }: Case) {
  const recent = history.slice(-DAYS)
  ets.fit(recent)
  const days = Float64Array.from(ets.predict(HORIZON).point, (units) => Math.max(0, units))
  return plainDistribution(history, 1, days)
}

/** Returns a function that creates the non-seasonal AutoETS model of augurs; null if augurs is not installed. */
async function autoEts(): Promise<(() => AutoEts) | null> {
  const folder = join(FOLDER, 'node_modules/@bsull/augurs')
  if (FOLDER === '' || !existsSync(folder)) return null
  const { default: load, AutoETS } = await import(pathToFileURL(join(folder, 'ets.js')).href)
  await load({ module_or_path: readFileSync(join(folder, 'ets_bg.wasm')) })
  return () => new AutoETS(1, 'ZZN')
}

function hasStatsforecast(): boolean {
  return spawnSync('python3', ['-c', 'import statsforecast']).status === 0
}
