import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@stockcast/contract'
import { pino } from 'pino'
import type { Clock } from '../kernel/clock/clock.ts'
import { type Config, readConfig } from '../kernel/config/config.ts'
import { openDatabase } from '../kernel/database/app-database.ts'
import { createDiskWatch } from '../kernel/disk/disk-watch.ts'
import { type JobQueue, startJobQueue } from '../kernel/jobs/job-queue.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type LiveEvents, startLiveEvents } from '../kernel/live/live-events.ts'
import { createShopifyConnector } from '../providers/shopify/index.ts'
import { type RecordingJobs, recordingJobs } from './recording-jobs.ts'

export interface TestKernelOptions {
  /** The result of `createTestDatabase()` of the testkit. */
  database: { appUrl: string }
  /** The time at which the clock stands still until the test moves it. */
  now?: string
  /** The real queue; otherwise jobs are only recorded. */
  realJobs?: boolean
  /** Real LISTEN/NOTIFY instead of events inside this process. */
  realLive?: boolean
  /** None unless given. */
  log?: Kernel['log']
  /** Variables in addition to the usual ones of a test. */
  env?: Record<string, string>
  /** Free space on the disk; the real one unless given. */
  getFreeBytes?: (folder: string) => Promise<number>
  /** Aborted when the process is to count as one that stops. */
  stopping?: AbortSignal
}

export interface TestKernel extends Kernel {
  clock: TestClock
  /** The jobs that were sent, when jobs are recorded; empty with the real queue. */
  sentJobs: RecordingJobs['sent']
  /** The events that were published, when live events are recorded; empty with the real ones. */
  publishedEvents: { merchantId: number; event: LiveEvent }[]
  close(): Promise<void>
}

const TEST_NOW = '2026-11-20T10:00:00Z'

/** The signal of work that nobody stops. */
export const never = new AbortController().signal

/**
 * Creates a kernel on a test database: a clock that stands still, no log, jobs and live events recorded
 * unless requested otherwise.
 */
export async function createTestKernel(options: TestKernelOptions): Promise<TestKernel> {
  const config = testConfig(options)
  const clock = testClock(options.now ?? TEST_NOW)
  const log = options.log ?? pino({ level: 'silent' })
  const db = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize, onError: () => undefined })
  const recordedJobs = recordingJobs()
  const jobs = await getQueue(options, config, log, recordedJobs)
  const recordedLive: RecordingLive = recordingLive()
  const live = options.realLive
    ? await startLiveEvents({ directUrl: config.databaseDirectUrl, log })
    : recordedLive
  return {
    config,
    clock,
    log,
    db,
    jobs,
    live,
    disk: getDisk(options, config, log),
    tracer: null,
    store: testStore(config, clock),
    stopping: options.stopping ?? never,
    sentJobs: recordedJobs.sent,
    publishedEvents: recordedLive.published,
    close: async () => {
      await jobs.stop()
      await live.stop()
      await db.close()
    },
  }
}

/** Requests are repeated as often as in the product, but after a twentieth of its pauses. */
export function testStore({ shopify }: Pick<Config, 'shopify'>, { now }: Clock): Kernel['store'] {
  return createShopifyConnector(shopify, now, { sleep: (ms) => sleep(ms / 20) })
}

function testConfig(options: TestKernelOptions): Config {
  return readConfig({
    DATABASE_URL: options.database.appUrl,
    STOCKCAST_SECRET: 'a-secret-of-the-tests-32-characters',
    PUBLIC_URL: 'http://localhost:3000',
    SANDBOX_URL: 'http://127.0.0.1:3001',
    DATABASE_POOL_SIZE: '6',
    DISK_RESERVE_MB: '1',
    CHANGES_A_SECOND: '1000000',
    ...options.env,
  })
}

function getDisk({ getFreeBytes }: TestKernelOptions, config: Config, log: Kernel['log']): Kernel['disk'] {
  const folders = { data: config.dataDir }
  const minFreeBytes = config.diskReserveBytes
  return createDiskWatch({ folders, minFreeBytes, log, ...(getFreeBytes ? { getFreeBytes } : {}) })
}

function getQueue(
  options: TestKernelOptions,
  config: Config,
  log: Kernel['log'],
  recorded: RecordingJobs,
): Promise<JobQueue> | JobQueue {
  if (!options.realJobs) return recorded
  return startJobQueue({ databaseUrl: config.databaseUrl, log, supervise: true })
}

interface TestClock extends Clock {
  advance(milliseconds: number): void
  set(isoInstant: string): void
}

/** Returns a clock that stands still until the test moves it, directly or by the sandbox's offset. */
function testClock(isoInstant: string): TestClock {
  let at = Date.parse(isoInstant)
  let offset = 0
  return {
    now: () => new Date(at + offset),
    setOffset: (ms) => {
      offset = ms
    },
    advance: (milliseconds) => {
      at += milliseconds
    },
    set: (next) => {
      at = Date.parse(next)
    },
  }
}

interface RecordingLive extends LiveEvents {
  published: { merchantId: number; event: LiveEvent }[]
  listenerCount(): number
}

/** Records what is published and calls subscribers of this process at once. */
export function recordingLive(): RecordingLive {
  const published: RecordingLive['published'] = []
  const listeners = new Set<{ merchantId: number; listener: (event: LiveEvent) => void }>()
  return {
    published,
    listenerCount: () => listeners.size,
    publish: async (_tx, merchantId, event) => {
      published.push({ merchantId, event })
      for (const entry of listeners) if (entry.merchantId === merchantId) entry.listener(event)
    },
    subscribe: (merchantId, listener) => {
      const entry = { merchantId, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    onClock: () => undefined,
    onReconnect: () => undefined,
    stop: async () => undefined,
  }
}
