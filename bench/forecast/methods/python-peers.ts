import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('python-peers.py', import.meta.url))
const MOST_BYTES = 2 ** 28
const MINUTES = 20

interface PeerForecasts {
  /** Processor seconds. */
  seconds: number
  /** For each series, the expected units of each day. */
  means: number[][]
}

export function hasStatsforecast(): boolean {
  return spawnSync('python3', ['-c', 'import statsforecast']).status === 0
}

/** Forecasts with the models of Python's statsforecast, by their names. Throws if Python does. */
export function statsforecast(
  series: readonly Float64Array[],
  days: number,
): Readonly<Record<string, PeerForecasts>> {
  const run = spawnSync('python3', [SCRIPT], {
    input: JSON.stringify({ days, series: series.map((units) => [...units]) }),
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: MINUTES * 60_000,
  })
  if (run.status !== 0) throw new Error(`python-peers.py ended with ${run.status ?? run.signal}`)
  return JSON.parse(run.stdout)
}
