import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a program `times` times and returns the CPU seconds (user + system) of one run with its children. The
 * shell reports hundredths of a second, so short programs need several runs.
 */
export function cpuSecondsOf(script: string, args: readonly string[], times = 1): number {
  // `times` of the POSIX shell is the only portable measure of a child's processor time.
  const commands = `${'"$@" >&2 && '.repeat(times)} times`
  const run = spawnSync('sh', ['-c', commands, 'sh', process.execPath, `${root}${script}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 300_000,
  })
  if (run.status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${run.status ?? run.signal}`)
  const children = run.stdout.trim().split('\n').at(-1) as string
  return children
    .trim()
    .split(/\s+/)
    .map((part) => /^(\d+)m([\d.]+)s$/.exec(part) as RegExpExecArray)
    .reduce((sum, [, minutes, seconds]) => sum + (60 * Number(minutes) + Number(seconds)) / times, 0)
}
