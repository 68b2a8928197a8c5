import { AppError } from '../errors.ts'

/** For whom something is taken that all merchants share. */
export interface Caller {
  merchantId: number
  kind: 'merchant' | 'demoUser' | 'job'
}

export interface LaneLimits {
  /** Running at the same moment, of all callers. */
  inAll: number
  /** Running at the same moment, of all demo users together. */
  demoUsers: number
  /** Running at the same moment, of one merchant, by kind. */
  own: Readonly<Record<Caller['kind'], number>>
  /** Waiting at the same moment, of one merchant, by kind. */
  waiting: Readonly<Record<Caller['kind'], number>>
}

export interface Lanes {
  /**
   * Waits for a turn, at most `mostMs`, and returns the function that ends it. Throws if too many calls of the merchant wait
   * already.
   */
  take(caller: Caller, mostMs: number): Promise<() => void>
}

interface Waiter {
  caller: Caller
  begin(): void
}

const RETRY_AFTER_SECONDS = 5
/** Places that a merchant with running work leaves free for others. */
const LEFT_FREE = 2

/**
 * Lets a limited number of callers run at the same moment. The merchant with the fewest running comes first, and merchants take
 * turns, so that none waits for more than one turn of each other merchant.
 */
export function createLanes(limits: LaneLimits): Lanes {
  const running = new Map<number, number>()
  const totals = { all: 0, demoUsers: 0 }
  // A map keeps its order: the merchant whose turn was last is the last one.
  const queues = new Map<number, Waiter[]>()

  const getRunning = ({ merchantId }: Caller) => running.get(merchantId) ?? 0
  const mayRun = (caller: Caller) => {
    const own = getRunning(caller)
    if (own >= limits.own[caller.kind]) return false
    if (caller.kind === 'demoUser' && totals.demoUsers >= limits.demoUsers) return false
    return totals.all < (own === 0 ? limits.inAll : limits.inAll - LEFT_FREE)
  }
  const count = (caller: Caller, by: 1 | -1) => {
    const own = getRunning(caller) + by
    if (own === 0) running.delete(caller.merchantId)
    else running.set(caller.merchantId, own)
    totals.all += by
    if (caller.kind === 'demoUser') totals.demoUsers += by
  }
  const nextWaiter = (): Waiter | undefined => {
    let best: Waiter | undefined
    for (const [first] of queues.values()) {
      if (!first || !mayRun(first.caller)) continue
      if (!best || getRunning(first.caller) < getRunning(best.caller)) best = first
    }
    return best
  }
  const leave = (waiter: Waiter) => {
    const { merchantId } = waiter.caller
    const left = (queues.get(merchantId) ?? []).filter((each) => each !== waiter)
    queues.delete(merchantId)
    if (left.length > 0) queues.set(merchantId, left)
  }
  const beginNext = () => {
    for (let next = nextWaiter(); next; next = nextWaiter()) {
      leave(next)
      count(next.caller, 1)
      next.begin()
    }
  }
  const endOf = (caller: Caller) => {
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      count(caller, -1)
      beginNext()
    }
  }

  return {
    take: async (caller, mostMs) => {
      const own = queues.get(caller.merchantId) ?? []
      if (own.length >= limits.waiting[caller.kind]) throw tooMany()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const waiter = { caller, begin: () => resolve(endOf(caller)) }
      queues.set(caller.merchantId, [...own, waiter])
      const timer = setTimeout(() => {
        leave(waiter)
        reject(tooLate())
      }, mostMs)
      beginNext()
      return promise.finally(() => clearTimeout(timer))
    },
  }
}

/** Returns the refusal of a request because too many of the same merchant wait. */
export function tooMany(): AppError {
  const message = 'Too many of your requests wait already. Please try again in a few seconds.'
  return new AppError('limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function tooLate(): AppError {
  const message = 'Stockcast is busy with other requests. Please try again in a few seconds.'
  return new AppError('unavailable', message, { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
