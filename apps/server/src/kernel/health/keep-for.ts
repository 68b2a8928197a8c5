export interface KeepTimes {
  /** How long an answer is used again. */
  keepMs: number
  /** How long a caller waits for an answer. */
  deadlineMs: number
}

/**
 * Returns a function that reads at most once in `keepMs`, however often it is called; null when reading has failed or
 * takes longer than the deadline. No second reading begins while one runs.
 */
export function keepFor<T>(
  { keepMs, deadlineMs }: KeepTimes,
  read: () => Promise<T>,
  onFailure: (error: unknown) => void,
): () => Promise<T | null> {
  let reading: { startedAt: number; result: Promise<T | null>; isRunning: boolean } | null = null
  const begin = () => {
    const result = read().catch((error: unknown) => {
      onFailure(error)
      return null
    })
    const next = { startedAt: performance.now(), result, isRunning: true }
    void result.then(() => {
      next.isRunning = false
    })
    return next
  }
  return async () => {
    const isKept = reading !== null && (reading.isRunning || performance.now() - reading.startedAt < keepMs)
    if (!reading || !isKept) reading = begin()
    const { result, startedAt, isRunning } = reading
    if (!isRunning) return result
    const leftMs = startedAt + deadlineMs - performance.now()
    return leftMs <= 0 ? null : beforeDeadline(result, leftMs).catch(() => null)
  }
}

/** Rejects with the code `TIMEOUT` when `work` takes longer; it goes on all the same. */
export async function beforeDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const error = Object.assign(new Error(`no answer within ${deadlineMs} ms`), { code: 'TIMEOUT' })
  const timer = setTimeout(() => late.reject(error), deadlineMs)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
