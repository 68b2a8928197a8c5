import pg from 'pg'
import { ZodError } from 'zod'
import { AppError } from '../errors.ts'

const UNIQUE_VIOLATION = '23505'
/** A deadlock, or two transactions that cannot both succeed: PostgreSQL ends one of them. */
const COLLISIONS = new Set([UNIQUE_VIOLATION, '40P01', '40001'])
/** The row that a new one belongs to was removed by another transaction. */
const PARENT_REMOVED = '23503'
const DISK_FULL = '53100'

/** Returns whether another request wrote the same unique value first. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && violated === constraint
}

/**
 * Returns the error for a write that failed without anybody's fault, because of another one; null for any
 * other.
 */
export function passingFault(cause: unknown): AppError | null {
  const code = String((cause as { code?: unknown } | null)?.code)
  if (COLLISIONS.has(code)) {
    const message =
      'This was saved by another request at the same moment. Load the page again, then try once more.'
    return new AppError('conflict', message, { cause, retryable: true })
  }
  if (code === PARENT_REMOVED) {
    const message =
      'What this belongs to was removed at the same moment. Load the page again, then try once more.'
    return new AppError('conflict', message, { cause })
  }
  if (code !== DISK_FULL) return null
  const message = 'Our storage is full, so nothing can be saved right now. Please try again in a few minutes.'
  return new AppError('unavailable', message, { cause, retryable: true })
}

/** SQLSTATE classes: data exception, integrity constraint violation. */
const CLASSES_OF_DATA = ['22', '23']

/**
 * Returns whether the same data would fail again whenever it is tried; temporary failures are for the queue
 * to retry.
 */
export function isFaultOfData(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CLASSES_OF_DATA.includes((error.code ?? '').slice(0, 2))
  return error instanceof ZodError || error instanceof RangeError || error instanceof TypeError
}
