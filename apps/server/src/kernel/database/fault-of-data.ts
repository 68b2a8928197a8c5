import pg from 'pg'
import { ZodError } from 'zod'

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
