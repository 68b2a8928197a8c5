import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program to its end and returns the CPU seconds (user + system) of it and its children. */
export function cpuSecondsOf(script: string, args: readonly string[]): number {
  // `times` of the POSIX shell is the one portable account of a child's processor time.
  const run = spawnSync(
    'sh',
    ['-c', '"$@" >&2 && times', 'sh', process.execPath, `${root}${script}`, ...args],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 300_000,
    },
  )
  if (run.status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${run.status ?? run.signal}`)
  const children = run.stdout.trim().split('\n').at(-1) as string
  return children
    .trim()
    .split(/\s+/)
    .map((part) => /^(\d+)m([\d.]+)s$/.exec(part) as RegExpExecArray)
    .reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
}
