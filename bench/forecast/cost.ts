import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from '../../apps/cli/src/read-bytes.ts'
import { cpuSecondsOf } from './run-command.ts'

const COMMAND = 'tools/forecast.mjs'
const PLAIN = 'bench/forecast/plain-command.ts'
const MOST_SECONDS_PER_1000 = 1
/** With fewer series, the start-up time is left out, because it dominates. */
const LEAST_SERIES_FOR_WHOLE = 400
const SAMPLES = 3
const RUNS_PER_SAMPLE = 3

/**
 * Measures the CPU time of the whole command per 1,000 series, of its start-up (the command on the first
 * series only), of the rest, and of the plain mean with the same reader and writer. Each is the minimum of a
 * few samples.
 */
export function costOf(command: { input: string; args: readonly string[]; series: number; folder: string }) {
  const { input, args, series, folder } = command
  const one = join(folder, 'one.csv')
  writeFileSync(one, firstLines(input, 2))
  const perThousand = (seconds: number) => (seconds / series) * 1000
  const seconds = leastSeconds(COMMAND, ['--input', input, ...args])
  const start = leastSeconds(COMMAND, ['--input', one, ...args])
  const plain = leastSeconds(PLAIN, ['--input', input, ...args])
  const isWhole = series >= LEAST_SERIES_FOR_WHOLE
  const judged = perThousand(isWhole ? seconds : seconds - start)
  const figures = [
    `${perThousand(seconds).toFixed(2)} s per 1,000 series`,
    `start-up alone ${start.toFixed(3)} s`,
    `${perThousand(seconds - start).toFixed(2)} s per 1,000 without it`,
    `${(seconds / plain).toFixed(1)} × the plain mean`,
  ]
  const what = isWhole ? 'the whole command' : `without start-up, for only ${series} series`
  return {
    line: `CPU    ${figures.join(', ')}; judged: ${what}`,
    failure:
      judged > MOST_SECONDS_PER_1000 ? `${judged.toFixed(2)} s of CPU per 1,000 series (${what})` : null,
  }
}

/**
 * Returns the minimum of a few samples, since other work only adds time and the first one fills the code
 * cache.
 */
function leastSeconds(script: string, args: readonly string[]): number {
  return Math.min(...Array.from({ length: SAMPLES }, () => cpuSecondsOf(script, args, RUNS_PER_SAMPLE)))
}

function firstLines(file: string, count: number): string {
  return new TextDecoder().decode(readBytes(file)).split('\n', count).join('\n')
}
