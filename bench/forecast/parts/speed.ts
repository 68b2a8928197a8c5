import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from '../../../apps/cli/src/read-bytes.ts'
import { COMMAND, commandArgs, measure, PLAIN } from '../command.ts'
import { getFile, loadSet } from '../data-sets.ts'
import type { Part } from '../findings.ts'

/** Processor seconds per 1,000 series, start-up excluded. */
const COMMAND_GOAL = 0.5
const TWO_THREADS_GOAL = 1.8
const SAMPLES = 3
const BACK = 30
/** Fewer series are not divided among threads. */
const MIN_SERIES_FOR_THREADS = 1000

/** Measures the command per 1,000 series beyond one series, the plain mean with the same reader and writer, and two threads. */
export const benchSpeed: Part = ({ set, findings, folder }) => {
  const out = join(folder, 'speed.csv')
  const args = commandArgs({ set, back: BACK, horizonDays: 30, out })
  const one = join(folder, 'one.csv')
  const lines = new TextDecoder().decode(readBytes(getFile(set))).split('\n', 2)
  writeFileSync(one, lines.join('\n'))
  const single = ['--input', one, ...args.slice(2)]
  const series = loadSet(set).ids.length
  const start = least(COMMAND, single)
  const whole = least(COMMAND, args)
  const written = readFileSync(out)
  const plain = least(PLAIN, [...args, '30'])
  const net = ((whole.cpu - start.cpu) / series) * 1000
  console.log(`\n${set.name}, cost of ${series} series`)
  console.log(
    `  command ${whole.cpu.toFixed(2)} s of CPU (${(whole.cpu / plain.cpu).toFixed(1)} × the plain mean), ${whole.wall.toFixed(2)} s in all, ${(whole.memory / 2 ** 20).toFixed(0)} MB; one series ${start.cpu.toFixed(2)} s`,
  )
  findings.atMost(`${set.name}/speed/seconds per 1,000, start-up excluded`, net, COMMAND_GOAL)
  const two = least(COMMAND, [...args, '--threads', '2'])
  findings.within(
    `${set.name}/speed/same bytes by two threads`,
    Number(readFileSync(out).equals(written)),
    [1, 1],
  )
  if (series >= MIN_SERIES_FOR_THREADS) {
    const gain = (whole.wall - start.wall) / (two.wall - start.wall)
    findings.within(`${set.name}/speed/two threads`, gain, [TWO_THREADS_GOAL, Number.POSITIVE_INFINITY])
  }
}

/** Returns the least of several samples, since other work on the machine only adds time. */
function least(script: string, args: readonly string[]): ReturnType<typeof measure> {
  const samples = Array.from({ length: SAMPLES }, () => measure(script, args))
  const leastOf = (key: keyof (typeof samples)[number]) => Math.min(...samples.map((one) => one[key]))
  return { cpu: leastOf('cpu'), wall: leastOf('wall'), memory: leastOf('memory') }
}
