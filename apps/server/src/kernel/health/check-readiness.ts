import { readdir } from 'node:fs/promises'
import type { Kernel } from '../kernel.ts'
import { beforeDeadline } from './keep-for.ts'
import { type AppliedMigration, countQueues, listAppliedMigrations } from './queries.ts'

const MEGABYTE = 1024 ** 2
const migrationsFolder = new URL('../database/migrations/', import.meta.url)

/** How long a database may take to answer. */
const DEADLINE_MS = 3000
/** A worker looks for jobs twice a second. */
const LONGEST_SILENCE_MS = 30_000

export interface Readiness {
  isReady: boolean
  /** `ok` or what is wrong, for each part; `worker` in a process that takes jobs. */
  checks: { database: string; migrations: string; queue: string; disk: string; worker?: string }
}

/**
 * Returns whether this process can serve: the database answers, has this program's migrations and none that
 * breaks it, the queue works, and a worker looks for jobs. A disk that fills up is reported but does not stop the process; only imports, syncs and
 * demos pause.
 */
export async function checkReadiness(
  kernel: Pick<Kernel, 'db' | 'log' | 'disk'> & { jobs: Pick<Kernel['jobs'], 'silentMs'> },
  deadlineMs = DEADLINE_MS,
): Promise<Readiness> {
  const { directory } = kernel.db
  const [migrations, queue] = await Promise.allSettled([
    beforeDeadline(listAppliedMigrations(directory), deadlineMs),
    beforeDeadline(countQueues(directory), deadlineMs),
  ])
  for (const check of [migrations, queue]) {
    if (check.status === 'rejected') kernel.log.warn({ err: check.reason }, 'not ready')
  }
  const isAway = migrations.status === 'rejected' && queue.status === 'rejected'
  const checks = {
    database: isAway ? failureText(migrations.reason) : 'ok',
    migrations: migrations.status === 'fulfilled' ? await compareMigrations(migrations.value) : 'unknown',
    queue: queue.status === 'fulfilled' ? 'ok' : isAway ? 'unknown' : failureText(queue.reason),
    ...checkWorker(kernel.jobs.silentMs()),
  }
  const isReady = Object.values(checks).every((check) => check === 'ok')
  return { isReady, checks: { ...checks, disk: await checkDisk(kernel) } }
}

function checkWorker(silentMs: number | null): { worker?: string } {
  if (silentMs === null) return {}
  const isSilent = silentMs > LONGEST_SILENCE_MS
  return { worker: isSilent ? `has not looked for jobs for ${Math.round(silentMs / 1000)} s` : 'ok' }
}

async function checkDisk({ disk }: Pick<Kernel, 'disk'>): Promise<string> {
  const { isLow } = await disk.look()
  return isLow ? `less than ${Math.round(disk.minFreeBytes / MEGABYTE)} MB free` : 'ok'
}

/** Codes of PostgreSQL and Node.js, such as `57P01` and `ECONNREFUSED`. */
const CODE = /^[A-Z0-9_]{1,40}$/

/**
 * Returns a text with at most the code of the failure, because anybody may call this: a message may name a
 * host, a user or a path. The log has it.
 */
function failureText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return CODE.test(code) ? `does not answer: ${code}` : 'does not answer'
}

async function compareMigrations(applied: readonly AppliedMigration[]): Promise<string> {
  const known = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'))
  const names = new Set(applied.map(({ name }) => name))
  const missing = known.filter((name) => !names.has(name))
  if (missing.length > 0) return `not applied: ${missing.join(', ')}`
  const breaking = applied.filter(({ needs }) => needs !== null && !known.includes(needs))
  const breakingNames = breaking.map(({ name }) => name)
  return breaking.length > 0 ? `newer than this program: ${breakingNames.join(', ')}` : 'ok'
}
