import { type Database, untilIdle } from '../../launch/database.ts'
import { forgetPeak, peakMegabytes } from '../../launch/process-cost.ts'
import type { Service } from '../../launch/services.ts'
import { longestBlock } from '../longest-block.ts'

export interface Seen {
  webMs: number
  workerMs: number
  /** Growth in memory since just before the request, of the process that grew more. */
  megabytes: number
}

export async function startWatch(processes: readonly [Service, Service], database: Database) {
  const forget = () => {
    for (const { child } of processes) forgetPeak(child.pid)
  }
  const peaks = () => processes.map(({ child }) => peakMegabytes(child.pid))
  await untilIdle(database)
  forget()
  const rest = peaks()
  let before = rest
  return {
    rest,
    used: () => before,
    /** Returns what happened since the last call, once the jobs that it queued have ended. */
    look: async (hasJobs: boolean): Promise<Seen> => {
      if (hasJobs) await untilIdle(database)
      const [atWeb, atWorker] = await Promise.all(processes.map(longestBlock))
      const megabytes = Math.max(...peaks().map((peak, n) => peak - (before[n] ?? 0)))
      forget()
      before = peaks()
      return { webMs: atWeb?.longestMs ?? 0, workerMs: atWorker?.longestMs ?? 0, megabytes }
    },
  }
}
