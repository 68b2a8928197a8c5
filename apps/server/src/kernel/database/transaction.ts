import {
  CompiledQuery,
  type ConnectionProvider,
  type Dialect,
  type Kysely,
  type RawBuilder,
  Transaction,
} from 'kysely'
import type { Tables } from './tables.ts'

/** The error code of a statement that was sent after a failed one. Its rejection can reach the work before that of the failed one. */
const AFTER_A_FAILURE = '25P02'

/**
 * Returns a function that runs `work` in one transaction, which starts with `begin` and the statement `first`. Statements
 * are sent without waiting for the answers to those before them: `begin` and `first` go with the first statement of
 * `work`, and so do those that `work` starts together. PostgreSQL still runs them one after the other, so after a
 * failed one the others fail too.
 */
export function transactions(kysely: Kysely<Tables>, dialect: Dialect) {
  const driver = dialect.createDriver()
  const executor = kysely.getExecutor()
  return <T>(
    first: RawBuilder<unknown>,
    work: (tx: Transaction<Tables>) => Promise<T>,
    begin = 'begin',
  ): Promise<T> =>
    executor.provideConnection(async (connection) => {
      let isOpen = true
      let firstFailure: unknown
      const provider: ConnectionProvider = {
        provideConnection: async (use) => {
          // What failed work has left behind must not run on a connection that others use.
          if (!isOpen) throw new Error('the transaction has ended')
          return use(connection).catch((error: unknown) => {
            firstFailure ??= error
            throw error
          })
        },
      }
      const own = executor.withConnectionProvider(provider)
      const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor: own })
      const begun = Promise.all([connection.executeQuery(CompiledQuery.raw(begin)), first.execute(tx)])
      begun.catch(() => undefined)
      try {
        const result = await work(tx)
        await begun
        isOpen = false
        await driver.commitTransaction(connection)
        return result
      } catch (error) {
        isOpen = false
        // A connection on which that fails is not used again, and tells nothing about why the work failed.
        await driver.rollbackTransaction(connection).catch(() => undefined)
        // Without its beginning, each statement failed for the same reason.
        await begun
        throw (error as { code?: unknown }).code === AFTER_A_FAILURE ? firstFailure : error
      }
    })
}
