import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sum } from './figures.ts'

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

/** Returns a clock of the processor seconds that processes and their children take from now on, those that end included. */
export function cpuMeter(...mains: (number | undefined)[]): () => number {
  const before = usedTicks(mains)
  return () => (usedTicks(mains) - before) / TICKS
}

function usedTicks(mains: readonly (number | undefined)[]): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return sum(pids, (pid) => {
    try {
      // The name of the program, in parentheses, may contain spaces.
      const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      const fields = rest.split(' ').map(Number)
      const isMeant = mains.includes(Number(pid)) || mains.includes(fields[1])
      return isMeant ? sum(fields.slice(11, 15), (ticks) => ticks) : 0
    } catch {
      // The process has ended meanwhile.
      return 0
    }
  })
}
