import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { createLanes } from './lanes.ts'
import type { DatabaseLimits } from './limits.ts'
import { isInTransaction } from './open-transaction.ts'
import { currentRequest, type RequestScope } from './request-scope.ts'

/** How long a statement of a read may take at first. A longer one was planned wrongly: the planner learns of saved rows later. */
const FIRST_READ_MS = 2000
/** How long a statement may take that reads for a page, once nested loops are left out. */
const PAGE_STATEMENT_MS = 8000
/**
 * How long a connection of a request waits for a lock at first, before it serves others in between. Each next time it waits
 * longer: whoever leaves PostgreSQL's queue for a lock stands behind the jobs that are in it.
 */
const LOCK_WAIT_MS = 100
const LOCK_WAIT_GROWTH = 4
const LOCK_PAUSE_MS = 100
const ONE_EACH = { merchant: 1, demoUser: 1, job: 1 }
/** A page sends about ten requests at once, and a hundred presses of one button are all answered. */
const WAITING = { merchant: 200, demoUser: 20, job: Number.POSITIVE_INFINITY }

export interface TransactionSettings extends DatabaseLimits {
  /** False to have the planner join by hash or by order, which takes no longer with more rows than it expects. */
  hasNestedLoops: boolean
}

export interface TenantLanes {
  /**
   * Runs a transaction of a merchant once it is the merchant's turn for a connection, with the limits that hold for it. A
   * request's changes run one after the other, and one that finds a lock taken, or is ended by a deadlock, gives its
   * connection back, waits, and runs again from the start. A read that takes too long runs again without nested loops.
   */
  run<T>(merchantId: number, transaction: (settings: TransactionSettings) => Promise<T>): Promise<T>
  /** Runs a statement of a request that is not yet known to be a demo user's. */
  runStatement<T>(
    caller: { merchantId: number; isDemoUser: boolean },
    statement: () => Promise<T>,
  ): Promise<T>
}

/** Shares a pool among merchants. One connection is left for work of no merchant, such as a sign-in. */
export function openTenantLanes(poolSize: number, limits: DatabaseLimits): TenantLanes {
  const share = (part: number) => Math.max(1, Math.floor(poolSize * part))
  const connections = createLanes({
    inAll: Math.max(1, poolSize - 1),
    demoUsers: share(1 / 3),
    own: { merchant: share(1 / 3), demoUser: 1, job: share(1 / 2) },
    waiting: WAITING,
  })
  const changes = createLanes({
    inAll: Number.POSITIVE_INFINITY,
    demoUsers: Number.POSITIVE_INFINITY,
    own: ONE_EACH,
    waiting: WAITING,
  })
  const own: TransactionSettings = { ...limits, hasNestedLoops: true }
  return {
    run: async (merchantId, transaction) => {
      // It would wait for a turn that the outer transaction has.
      if (isInTransaction()) return transaction(own)
      const request = currentRequest()
      if (!request) {
        const end = await connections.take({ merchantId, kind: 'job' }, limits.statementMs)
        return transaction(own).finally(end)
      }
      const until = performance.now() + limits.lockMs
      const caller = { merchantId, kind: request.isDemoUser ? 'demoUser' : 'merchant' } as const
      const endChange = request.isChange ? await changes.take(caller, limits.lockMs) : () => undefined
      let hasNestedLoops = true
      let lockWaitMs = LOCK_WAIT_MS
      try {
        for (;;) {
          const end = await connections.take(caller, Math.max(0, until - performance.now()))
          let isPlannedAgain = false
          const leftMs = Math.ceil(until - performance.now())
          const lockMs = Math.max(LOCK_WAIT_MS, Math.min(lockWaitMs, leftMs))
          try {
            return await transaction(getSettings(request, { ...limits, lockMs, hasNestedLoops }))
          } catch (error) {
            isPlannedAgain = hasNestedLoops && !request.isChange && getCode(error) === STATEMENT_ENDED
            const mayRunAgain = isPlannedAgain || (isLockTaken(error) && performance.now() < until)
            if (!mayRunAgain) throw explained(error, request)
          } finally {
            end()
          }
          if (isPlannedAgain) hasNestedLoops = false
          else {
            lockWaitMs *= LOCK_WAIT_GROWTH
            await sleep(LOCK_PAUSE_MS)
          }
        }
      } finally {
        endChange()
      }
    },
    runStatement: async ({ merchantId, isDemoUser }, statement) => {
      const kind = isDemoUser ? 'demoUser' : 'merchant'
      const end = await connections.take({ merchantId, kind }, limits.connectMs)
      return statement().finally(end)
    },
  }
}

function getSettings({ isPage, isChange }: RequestScope, settings: TransactionSettings): TransactionSettings {
  const { hasNestedLoops, statementMs } = settings
  const mostMs = isPage ? PAGE_STATEMENT_MS : statementMs
  const readMs = hasNestedLoops ? FIRST_READ_MS : mostMs
  return {
    ...settings,
    statementMs: isChange ? statementMs : Math.min(statementMs, readMs),
  }
}

/** Codes of a lock that was not free in time, and of a deadlock. */
const LOCK_TAKEN = new Set<unknown>(['55P03', '40P01'])
const STATEMENT_ENDED = '57014'

/** Returns whether the transaction ended because a lock was not free, which the work may have told as its cause. */
function isLockTaken(error: unknown): boolean {
  return LOCK_TAKEN.has(getCode(error)) || LOCK_TAKEN.has(getCode(getCause(error)))
}

function explained(error: unknown, { isPage }: RequestScope): unknown {
  if (!isPage || getCode(error) !== STATEMENT_ENDED) return error
  const message = 'This took too long to read and was ended. Please try again in a few seconds.'
  return new AppError('unavailable', message, { cause: error, retryable: true, retryAfterSeconds: 5 })
}

const getCode = (error: unknown) => (error as { code?: unknown } | null | undefined)?.code
const getCause = (error: unknown) => (error as { cause?: unknown } | null | undefined)?.cause
