import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Resets the peak memory that Linux records for a process. */
export function forgetPeak(pid: number | undefined): void {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Returns the peak memory in megabytes since `forgetPeak`; NaN where the system does not report it. */
export function peakMegabytes(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) && /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : Number.NaN
}
