import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from '../../../apps/cli/src/read-bytes.ts'
import { fileOf } from '../data-sets.ts'
import { commandArgs } from '../methods/command.ts'
import type { PartInput } from '../parts.ts'
import { type Cost, measure } from '../run-command.ts'

const SET = 'online_retail_ii_daily'
const SIZES = [10_000, 30_000, 100_000]
/** Size at which two threads are measured: the time in which Node optimises the code of each counts little. */
const TWO_THREADS_AT = 30_000
/** Largest cost of a series in the largest catalogue ÷ in the smallest. */
const LINEAR = 1.15
/** Most memory of the largest catalogue ÷ that of the smallest. */
const FLAT = 1.5
const BATCH = 1 << 22

/** Measures the command on catalogues of up to 100,000 series, which repeat those of one set under other names. */
export function benchSize({ set, findings, folder }: PartInput): void {
  if (set.name !== SET) return
  const [header, ...rows] = new TextDecoder()
    .decode(readBytes(fileOf(set)))
    .trimEnd()
    .split('\n')
  console.log(`\n${set.name} repeated, cost by size`)
  const costs = SIZES.map((size): Cost => {
    const input = join(folder, 'many.csv')
    writeRows(input, header as string, rows, size)
    const args = commandArgs({ set, back: 30, horizonDays: 30, out: join(folder, 'many-out.csv') })
    const command = ['--input', input, ...args.slice(2)]
    const cost = measure('tools/forecast.mjs', command)
    console.log(
      `  ${size} series: ${cost.cpu.toFixed(1)} s of CPU, ${cost.wall.toFixed(1)} s in all, ${(cost.memory / 2 ** 20).toFixed(0)} MB, ${((cost.cpu / size) * 1000).toFixed(3)} s per 1,000`,
    )
    if (size === TWO_THREADS_AT) {
      const two = measure('tools/forecast.mjs', [...command, '--threads', '2'])
      console.log(`  ${size} series by two threads: ${two.wall.toFixed(1)} s in all`)
      findings.figure(`size/${size}/two threads`, cost.wall / two.wall)
    }
    findings.figure(`size/${size}/seconds`, cost.cpu)
    findings.figure(`size/${size}/megabytes`, cost.memory / 2 ** 20)
    return cost
  })
  const perSeries = costs.map(({ cpu }, i) => cpu / (SIZES[i] as number))
  findings.atMost('size/largest ÷ smallest', (perSeries.at(-1) as number) / (perSeries[0] as number), LINEAR)
  const memory = costs.map((cost) => cost.memory)
  findings.atMost('size/memory, largest ÷ smallest', (memory.at(-1) as number) / (memory[0] as number), FLAT)
}

function writeRows(file: string, header: string, rows: readonly string[], size: number): void {
  const out = openSync(file, 'w')
  let batch = `${header}\n`
  for (let i = 0; i < size; i++) {
    batch += `${Math.floor(i / rows.length)}-${rows[i % rows.length]}\n`
    if (batch.length < BATCH && i < size - 1) continue
    writeSync(out, batch)
    batch = ''
  }
  closeSync(out)
}
