import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from '../../../apps/cli/src/read-bytes.ts'
import {
  decodeDistribution,
  encodeDistribution,
  forecastShop,
  recommendation,
  replenishment,
  type SeriesForecast,
  stockoutProjection,
} from '../../../packages/forecasting/src/index.ts'
import { fileOf, loadSet } from '../data-sets.ts'
import { COMMAND_GOAL, FORECAST_SHOP_GOAL, ONE_VARIANT_GOAL, TWO_THREADS_GOAL } from '../goals.ts'
import { commandArgs } from '../methods/command.ts'
import { casesAt } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { measure } from '../run-command.ts'

const COMMAND = 'tools/forecast.mjs'
const PLAIN = 'bench/forecast/plain-command.ts'
const SAMPLES = 3
const BACK = 30
/** Fewer series are not divided among threads. */
const LEAST_SERIES_FOR_THREADS = 1000
const EVALUATIONS = 1000

/**
 * Measures the processor time of the command per 1,000 series beyond that of one series, of the plain mean with
 * the same reader and writer, and of two threads; then of the engine with its back-test and of one variant.
 */
export function benchSpeed({ set, findings, folder }: PartInput): void {
  const out = join(folder, 'speed.csv')
  const args = commandArgs({ set, back: BACK, horizonDays: 30, out })
  const one = join(folder, 'one.csv')
  writeFileSync(one, firstLines(fileOf(set), 2))
  const single = ['--input', one, ...args.slice(2)]
  const [series, perThousand] = perThousandOf(loadSet(set).ids.length)
  const start = least(COMMAND, single)
  const whole = least(COMMAND, args)
  const digest = digestOf(out)
  const plain = least(PLAIN, args)
  const net = perThousand(whole.cpu - start.cpu)
  console.log(`\n${set.name}, cost of ${series} series`)
  console.log(
    `  command ${whole.cpu.toFixed(2)} s of CPU (${(whole.cpu / plain.cpu).toFixed(1)} × the plain mean), ${whole.wall.toFixed(2)} s in all, ${megabytes(whole.memory)}; one series ${start.cpu.toFixed(2)} s`,
  )
  findings.atMost(`${set.name}/speed/seconds per 1,000, start-up excluded`, net, COMMAND_GOAL)
  const two = least(COMMAND, [...args, '--threads', '2'])
  findings.within(`${set.name}/speed/same bytes by two threads`, Number(digestOf(out) === digest), [1, 1])
  if (series >= LEAST_SERIES_FOR_THREADS) {
    const gain = (whole.wall - start.wall) / (two.wall - start.wall)
    findings.within(`${set.name}/speed/two threads`, gain, [TWO_THREADS_GOAL, Number.POSITIVE_INFINITY])
  }
  benchEngine({ set, findings, folder })
}

function benchEngine({ set, findings }: PartInput): void {
  const cases = casesAt(loadSet(set), BACK)
  const series = cases.map(({ id, firstDay, history }) => ({ id, firstDay, unitsSold: history }))
  const [first] = cases
  if (!first) return
  const origin = first.firstDay + first.history.length - 1
  const before = process.cpuUsage()
  const forecasts = forecastShop({ origin, series })
  const { user, system } = process.cpuUsage(before)
  const [, perThousand] = perThousandOf(series.length)
  const seconds = perThousand((user + system) / 1e6)
  findings.atMost(`${set.name}/speed/forecastShop per 1,000`, seconds, FORECAST_SHOP_GOAL)
  const variant = millisecondsOfVariant(forecasts)
  findings.atMost(`${set.name}/speed/one variant, ms`, variant, ONE_VARIANT_GOAL)
}

/** Measures what a stock change costs: reading the stored distribution, stockout projection and order. */
function millisecondsOfVariant(forecasts: readonly SeriesForecast[]): number {
  const stored = forecasts.slice(0, EVALUATIONS).map(({ distribution, evidence }) => ({
    values: Array.from(encodeDistribution(distribution)),
    available: Math.round(20 * evidence.averageDailySales),
  }))
  const policy = { leadTimeDays: 14, safetyStock: 0, reviewPeriodDays: 30, serviceLevel: 0.95 }
  const begin = performance.now()
  for (const { values, available } of stored) {
    const distribution = decodeDistribution(values)
    if (!distribution) continue
    const path = { distribution, available, policy }
    stockoutProjection(path)
    replenishment(path)
    recommendation(path)
  }
  return (performance.now() - begin) / stored.length
}

/** Returns the least of several samples, since other work on the machine only adds time. */
function least(script: string, args: readonly string[]): ReturnType<typeof measure> {
  const samples = Array.from({ length: SAMPLES }, () => measure(script, args))
  const leastOf = (key: keyof (typeof samples)[number]) => Math.min(...samples.map((one) => one[key]))
  return { cpu: leastOf('cpu'), wall: leastOf('wall'), memory: leastOf('memory') }
}

function perThousandOf(series: number): [number, (seconds: number) => number] {
  return [series, (seconds) => (seconds / series) * 1000]
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}

function firstLines(file: string, count: number): string {
  return new TextDecoder().decode(readBytes(file)).split('\n', count).join('\n')
}
