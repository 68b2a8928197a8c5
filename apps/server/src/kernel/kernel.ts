import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { StoreConnector } from './connector/connector.ts'
import type { AppDatabase } from './database/app-database.ts'
import type { DiskWatch } from './disk/disk-watch.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { LiveEvents } from './live/live-events.ts'
import type { Log } from './log.ts'
import type { Tracer } from './telemetry/tracer.ts'

/** The dependencies of every module. `main.ts` creates one; tests create one with a fake clock. */
export interface Kernel {
  config: Config
  clock: Clock
  log: Log
  db: AppDatabase
  jobs: JobQueue
  live: LiveEvents
  disk: DiskWatch
  /** Null while tracing is off. */
  tracer: Tracer | null
  /** The kind of store that merchants connect. */
  store: StoreConnector
  /** Aborted when this process has been asked to stop. */
  stopping: AbortSignal
}
