import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type DatabaseLimits, WORKER_LIMITS } from './limits.ts'
import { asTransaction } from './open-transaction.ts'
import { openPool, watchedPool } from './pool.ts'
import type { Tables } from './tables.ts'
import { openTenantLanes, type TenantLanes, type TransactionSettings } from './tenant-lanes.ts'
import { transactions } from './transaction.ts'

export type Tx = Transaction<Tables>

export interface MerchantKey {
  merchantId: number
}

export interface VariantKey extends MerchantKey {
  variantId: number
}

export interface VariantsKey extends MerchantKey {
  variantIds: readonly number[]
}

export interface SomeVariants extends MerchantKey {
  /** null for every variant. */
  variantIds: readonly number[] | null
}

export interface SuppliersKey extends MerchantKey {
  supplierIds: readonly number[]
}

export interface MemberKey extends MerchantKey {
  userId: string
}

export interface DayKey extends MerchantKey {
  today: string
}

const RESERVED_CONNECTIONS = 2

export interface AppDatabase {
  /**
   * Runs `work` in one transaction that reads and writes only rows of this merchant, in turn with others. For a request, `work`
   * may run again from the start, after a transaction that was rolled back because a lock was taken or reading took too long.
   */
  withTenant<T>(merchantId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Does the same for work that only reads: all of its statements see one moment. */
  withTenantSnapshot<T>(merchantId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Does the same on separate connections, so it waits for no other work. For a few statements that must be
   * durable at once.
   */
  withTenantAtOnce<T>(merchantId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction of no merchant, for the tables without row-level security. */
  inDirectory<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For single statements on the tables without row-level security, such as the merchant directory. */
  directory: Kysely<Tables>
  /** Runs such a statement in the turn of a merchant, who may send any number of them. */
  inTurn: TenantLanes['runStatement']
  pool: pg.Pool
  /** The same connections, for a library that has its own queries. */
  watchedPool: PostgresPool
  close(): Promise<void>
}

const SNAPSHOT = 'begin isolation level repeatable read, read only'

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
// The driver's list of types has no arrays.
const FLOAT4_ARRAY = 1021 as number

// Ids and counts stay below 2^53; money has two decimals; a calendar day is a string, never an instant.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (value) => value)

const parseAnyArray: (text: string) => unknown = pg.types.getTypeParser(FLOAT4_ARRAY)
const PLAIN_NUMBERS = /^\{[\d.,e+-]*\}$/
// A demand distribution has some hundred numbers, which the driver parses one character after the other.
pg.types.setTypeParser(FLOAT4_ARRAY, (text) =>
  PLAIN_NUMBERS.test(text) ? JSON.parse(`[${text.slice(1, -1)}]`) : parseAnyArray(text),
)

export function openDatabase(
  url: string,
  options: {
    poolSize: number
    onError: (error: Error) => void
    limits?: DatabaseLimits
    hasPooler?: boolean
    isBackground?: boolean
  },
): AppDatabase {
  const { onError, limits = WORKER_LIMITS, hasPooler = false, isBackground = false } = options
  const pool = openPool(url, { size: options.poolSize, limits, onError, isBackground })
  // Kept open: opening a connection takes longer than the work for which it is used.
  const reserved = openPool(url, { size: RESERVED_CONNECTIONS, limits, onError, idleTimeoutMillis: 0 })
  const watched = watchedPool(pool, { hasPooler })
  const dialect = new PostgresDialect({ pool: watched })
  const kysely = new Kysely<Tables>({ dialect })
  const reservedDialect = new PostgresDialect({ pool: watchedPool(reserved, { hasPooler }) })
  const atOnce = new Kysely<Tables>({ dialect: reservedDialect })
  const run = transactions(kysely, dialect)
  const runAtOnce = transactions(atOnce, reservedDialect)
  const lanes = openTenantLanes(options.poolSize, limits)
  const tenantSettings = (merchantId: number, own?: TransactionSettings) =>
    sql`select set_tenant(${merchantId}), ${limitSettings(own ?? limits)}${own?.hasNestedLoops === false ? withoutNestedLoops : sql``}`
  const limitsAlone = sql`select ${limitSettings(limits)}`
  return {
    pool,
    watchedPool: watched,
    directory: kysely,
    inTurn: lanes.runStatement,
    withTenant: (merchantId, work) =>
      lanes.run(merchantId, (own) => asTransaction(() => run(tenantSettings(merchantId, own), work))),
    withTenantSnapshot: (merchantId, work) =>
      lanes.run(merchantId, (own) =>
        asTransaction(() => run(tenantSettings(merchantId, own), work, SNAPSHOT)),
      ),
    withTenantAtOnce: (merchantId, work) => asTransaction(() => runAtOnce(tenantSettings(merchantId), work)),
    inDirectory: (work) => asTransaction(() => run(limitsAlone, work)),
    close: async () => {
      await atOnce.destroy()
      await kysely.destroy()
    },
  }
}

const withoutNestedLoops = sql`, set_config('enable_nestloop', 'off', true)`

/**
 * Returns columns that set the limits again for each transaction: a pooler between the server and PostgreSQL
 * drops those of the connection.
 */
function limitSettings({ statementMs, lockMs, idleInTransactionMs }: DatabaseLimits) {
  return sql`set_config('statement_timeout', ${`${statementMs}`}, true),
    set_config('lock_timeout', ${`${lockMs}`}, true),
    set_config('idle_in_transaction_session_timeout', ${`${idleInTransactionMs}`}, true)`
}
