import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportMerchant } from '../accounts/index.ts'
import { endPause } from '../alerts/index.ts'
import { createDomains } from '../domains.ts'
import { createClock } from '../kernel/clock/clock.ts'
import { readConfig } from '../kernel/config/config.ts'
import type { AppDatabase } from '../kernel/database/app-database.ts'
import { AppError } from '../kernel/errors.ts'
import { createLog } from '../kernel/log.ts'
import { startKernel } from '../main.ts'
import { findEntry, type MerchantEntry, type MerchantFigures, readFigures } from './queries.ts'
import { withDatabase } from './with-database.ts'

/** Returns a merchant with the figures that support needs. `name` is a number, an address or a shop domain. */
export function showMerchant(
  databaseUrl: string,
  name: string,
): Promise<MerchantEntry & Partial<MerchantFigures>> {
  return withDatabase(databaseUrl, async (db) => {
    const entry = await requireEntry(db, name)
    return { ...entry, ...(await db.withTenant(entry.merchantId, (tx) => readFigures(tx, entry.merchantId))) }
  })
}

/**
 * Lets a merchant mail orders again after several recipients had reported them; returns whether they were paused. A
 * recipient who stopped the orders still gets none.
 */
export function resumeOrderMails(
  databaseUrl: string,
  name: string,
): Promise<{ merchantId: number; wasPaused: boolean }> {
  return withDatabase(databaseUrl, async (db) => {
    const { merchantId } = await requireEntry(db, name)
    return { merchantId, wasPaused: await db.withTenant(merchantId, (tx) => endPause(tx, merchantId)) }
  })
}

/** Writes all data of a merchant, without secrets, as the ZIP file that the account page offers. */
export function saveExport(args: {
  databaseUrl: string
  name: string
  file: string
}): Promise<MerchantEntry> {
  const { databaseUrl, name, file } = args
  return withDatabase(databaseUrl, async (db) => {
    const entry = await requireEntry(db, name)
    const unfinished = `${file}.unfinished`
    try {
      const content = Readable.from(exportMerchant({ db, clock: createClock() }, entry.merchantId))
      await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }))
      await rename(unfinished, file)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    return entry
  })
}

/**
 * Deletes an account as its owner could: the store is disconnected and the plan ended first, and a worker removes
 * the rows. `address` must be the address of the account, so that a wrong `name` deletes nothing.
 */
export async function eraseMerchant(args: {
  env: NodeJS.ProcessEnv
  name: string
  address: string
}): Promise<MerchantEntry> {
  // As a web process, which only queues jobs.
  const config = readConfig({ ...args.env, STOCKCAST_ROLE: 'web', LOG_LEVEL: 'silent' })
  const closers: (() => Promise<void>)[] = []
  try {
    const kernel = await startKernel(config, createLog(config.logLevel, 'admin'), closers)
    closers.push(() => kernel.jobs.stop())
    const domains = await createDomains(kernel)
    closers.push(domains.close)
    const entry = await requireEntry(kernel.db, args.name)
    if (entry.email !== args.address.toLowerCase()) {
      throw new AppError(
        'invalid_input',
        `Merchant ${entry.merchantId} has another address: nothing was deleted.`,
      )
    }
    await domains.eraseAccount({ id: entry.userId })
    return entry
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function requireEntry(db: AppDatabase, name: string): Promise<MerchantEntry> {
  const entry = await findEntry(db.directory, name)
  if (entry) return entry
  throw new AppError(
    'not_found',
    `There is no merchant "${name}": give the number, the address or the shop domain of an account.`,
  )
}
