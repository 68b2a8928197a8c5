import { z } from 'zod'

/** Maximum number of lines of an order, however it is created. */
export const MAX_ORDER_LINES = 1000
/** Maximum number of units of a line over all of its receipts, for accepted and for rejected units each. */
export const MAX_RECEIVED_UNITS = 100_000_000
const MAX_UNITS = 1_000_000

export const idSchema = z.int().min(1)
export const orderedUnitsSchema = z
  .int('Give whole units.')
  .min(1, 'At least 1 unit.')
  .max(MAX_UNITS, 'At most 1 million units.')
export const countedUnitsSchema = z
  .int('Give whole units.')
  .min(0, 'At least 0 units.')
  .max(MAX_UNITS, 'At most 1 million units.')
/** Rises with every change of an order; a request with another one is a conflict. */
export const rowVersionSchema = z.int().min(1).max(2_147_483_647)
/**
 * Chosen by the caller: the same key is the same request, however often it is sent. Keys with a slash are the server's
 * own, such as those of receipts that it records by itself.
 */
export const requestKeySchema = z
  .string()
  .trim()
  .min(8)
  .max(100)
  .regex(/^[^/]+$/, 'must not contain a slash')
