import { MINUTE_MS } from '@stockcast/contract'
import type { PoolConfig } from 'pg'

/** How long operations on the database may take, in milliseconds. */
export interface DatabaseLimits {
  /** To connect, or to wait for a free connection. */
  connectMs: number
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** Time after which a silent server is considered gone; it should have ended the statement before. */
  answerMs: number
}

/** For requests, where a person waits for the answer. */
export const WEB_LIMITS: DatabaseLimits = {
  connectMs: 5000,
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 30_000,
  answerMs: 35_000,
}

/** Imports and first syncs write hundreds of thousands of rows in one statement. */
export const WORKER_LIMITS: DatabaseLimits = {
  connectMs: 10_000,
  statementMs: 5 * MINUTE_MS,
  lockMs: 30_000,
  idleInTransactionMs: 5 * MINUTE_MS,
  answerMs: 5 * MINUTE_MS + 5000,
}

/** Returns connection options that pass the limits to the server when it accepts the connection. */
export function limitedConnection(databaseUrl: string, limits: DatabaseLimits) {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
  } satisfies PoolConfig
}
