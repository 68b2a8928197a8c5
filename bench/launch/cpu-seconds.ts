import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, which Linux reports to programs as 100 on every machine. */
const TICKS = 100

/** Returns the CPU time of a process and its children in seconds, those that have ended included. */
export function cpuSeconds(main: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? [])
    .filter(({ pid, parent }) => pid === main || parent === main)
    .reduce((sum, { used, ofEnded }) => sum + used + ofEnded, 0)
  return ticks / TICKS
}

/** Returns undefined when the process has ended meanwhile. */
function readTimes(pid: number) {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { pid, parent: fields[1], used: user + system, ofEnded: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
