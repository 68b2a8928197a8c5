import { rotateSignInSecrets } from '../accounts/index.ts'
import { readSecretsConfig } from '../kernel/config/config.ts'
import type { Secrets } from '../kernel/config/secrets.ts'
import { openDatabase } from '../kernel/database/app-database.ts'
import { assertTenantIsolation } from '../kernel/database/guard.ts'
import { AppError } from '../kernel/errors.ts'
import { rotateKeys } from '../kernel/secrets/rotate-keys.ts'

/**
 * Re-encrypts everything that is stored under a former secret with the current one, while the product runs.
 * Repeating it changes nothing. Returns how many keys and texts it changed.
 */
export async function rotateStored(config: { databaseUrl: string; secrets: Secrets }): Promise<number> {
  const db = openDatabase(config.databaseUrl, { poolSize: 2, onError: () => undefined })
  try {
    await assertTenantIsolation(db.pool)
    let total = 0
    // A process that knows only the former secret may write in the meantime, so the last pass finds nothing.
    for (;;) {
      const changed = (await rotateKeys(db, config.secrets)) + (await rotateSignInSecrets({ db, config }))
      if (changed === 0) return total
      total += changed
    }
  } finally {
    await db.close()
  }
}

if (import.meta.main) {
  try {
    const changed = await rotateStored(readSecretsConfig())
    process.stdout.write(`${changed} stored secrets are now encrypted with STOCKCAST_SECRET.\n`)
  } catch (error) {
    const isPlain = error instanceof AppError
    process.stderr.write(`${isPlain ? error.message : ((error as Error).stack ?? String(error))}\n`)
    process.exitCode = 1
  }
}
