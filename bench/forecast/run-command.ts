import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MEASURED = `${root}bench/forecast/measured-run.mjs`
const MINUTES = 10

export interface Cost {
  /** Processor seconds, user and system, of all threads. */
  cpu: number
  /** Seconds from start to end. */
  wall: number
  /** Peak resident memory, bytes. */
  memory: number
}

/** Runs a script in a new process, and returns what it cost, from the start of Node to the end. */
export function measure(script: string, args: readonly string[]): Cost {
  const begin = performance.now()
  const run = spawnSync(process.execPath, [MEASURED, `${root}${script}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    timeout: MINUTES * 60_000,
  })
  if (run.status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${run.status ?? run.signal}`)
  const { cpu, memory } = JSON.parse(run.output[3] as string) as Omit<Cost, 'wall'>
  return { cpu, memory, wall: (performance.now() - begin) / 1000 }
}
