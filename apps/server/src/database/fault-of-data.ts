import pg from 'pg'
import { ZodError } from 'zod'

/** SQLSTATE classes: data exception, integrity constraint violation. */
const CLASSES_OF_DATA = ['22', '23']

/** Whether the same data would fail again, whenever it is tried: what may pass is for the queue to repeat. */
export function isFaultOfData(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CLASSES_OF_DATA.includes((error.code ?? '').slice(0, 2))
  return error instanceof ZodError || error instanceof RangeError || error instanceof TypeError
}
