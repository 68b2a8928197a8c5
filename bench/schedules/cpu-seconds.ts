import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second. */
const TICKS = 100

/** Returns the seconds of CPU that this process has used, and all processes of this PostgreSQL. */
export function cpuSeconds(databasePid: number): { node: number; postgres: number } {
  const { user, system } = process.cpuUsage()
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === databasePid)
    .reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return { node: (user + system) / 1e6, postgres: ticks / TICKS }
}

/** Returns null when the process has ended meanwhile. */
function readStat(pid: string): { parent: number; ticks: number } | null {
  try {
    // The name of the program comes first, in parentheses, and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}
