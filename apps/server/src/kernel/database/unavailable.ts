import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/**
 * Classes and codes of temporary failures, from https://www.postgresql.org/docs/18/errcodes-appendix.html.
 */
const CONNECTION_CLASS = '08'
const PASSING_CLASSES = [CONNECTION_CLASS, '53']
const PASSING_CODES = new Set([
  '25P03', // idle in transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available in time
  '57014', // statement took too long
  '57P01', // the server stops
  '57P02', // the server crashed
  '57P03', // the server starts or stops
  '57P05', // idle for too long
])

const SQL_STATE = /^[0-9A-Z]{5}$/
const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** Messages of `pg` and its pool that have no code. */
const WORDS_OF_THE_DRIVER =
  /^(connection terminated|timeout expired|timeout exceeded when trying to connect|query read timeout|client (was closed|has encountered a connection error))/i

/**
 * Returns true when the database is unavailable, overloaded or too slow, so that the same statement may
 * succeed later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (WORDS_OF_THE_DRIVER.test(error.message)) return true
  // One name has several addresses, and all of them refused.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return false
  if (SQL_STATE.test(code) && code !== 'EPIPE')
    return PASSING_CODES.has(code) || PASSING_CLASSES.includes(code.slice(0, 2))
  return NETWORK_CODES.has(code) && ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall ?? '')
}

/**
 * Returns true when the coordinator of a cluster answers that it cannot reach one of its nodes. Statements about merchants
 * of other nodes succeed meanwhile.
 */
export function isNodeUnavailable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith(CONNECTION_CLASS) === true
}

const noting = new AsyncLocalStorage<{ wasUnavailable: boolean }>()

/** Records a failed statement for the caller that runs inside `noteUnavailable`. */
export function noteFailure(error: unknown): void {
  const note = noting.getStore()
  if (note && isDatabaseUnavailable(error)) note.wasUnavailable = true
}

/**
 * Runs `work` and returns whether the database failed it, for libraries that answer such failures in their
 * own way.
 */
export async function noteUnavailable<T>(
  work: () => Promise<T>,
): Promise<{ result: T; wasUnavailable: boolean }> {
  const note = { wasUnavailable: false }
  const result = await noting.run(note, work)
  return { result, wasUnavailable: note.wasUnavailable }
}
