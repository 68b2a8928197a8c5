import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Clock ticks a second in /proc, which Linux reports to programs as 100 on every machine. */
const TICKS = 100

/** Resets the peak memory that Linux records for a process. */
export function forgetPeak(pid: number | undefined): void {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Returns the peak memory in megabytes since `forgetPeak`; NaN if the system does not report it. */
export function peakMegabytes(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) && /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : Number.NaN
}

/** Returns the CPU time of processes and their children in seconds, those that have ended included. */
export function cpuSeconds(...mains: (number | undefined)[]): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? [])
    .filter(({ pid, parent }) => mains.includes(pid) || mains.includes(parent))
    .reduce((sum, { used }) => sum + used, 0)
  return ticks / TICKS
}

/** Returns undefined when the process has ended meanwhile. */
function readTimes(pid: number) {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    return { pid, parent: fields[1], used: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) }
  } catch {
    return undefined
  }
}
