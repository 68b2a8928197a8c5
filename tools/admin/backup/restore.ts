import {
  checkSecrets,
  type ReadableSecrets,
  readSecretsConfig,
} from '../../../apps/server/src/operator/index.ts'
import { hasSecretInEnvironment, type LaunchConfig } from '../../launch/config.ts'
import { DATABASE } from '../../launch/database.ts'
import { findSecrets, type Secrets, saveSecrets } from '../../launch/secret.ts'
import { createRolesAndDatabase } from '../../postgres/roles.ts'
import { Problem } from '../../problem.ts'
import { readBackupFile } from '../container/backup-file.ts'
import { embeddedUrls, lockDataFolder, withDatabase, withEmbedded } from '../installation.ts'
import { withClient } from './connect.ts'
import { stageDataFiles } from './data-files.ts'
import { verifyRows } from './load-rows.ts'
import type { End, Manifest } from './manifest.ts'
import { type OpenedBackup, openBackup } from './read-entries.ts'
import { hasAccounts, restoreRows } from './restore-rows.ts'

/** The database into which the rows are loaded, before it replaces the product's. */
const STAGED = 'stockcast_restored'
/** The database that a restore has replaced. */
const FORMER = 'stockcast_former'

export interface Restore {
  config: LaunchConfig
  file: string
  passphrase: () => Promise<string>
  /** Whether a database with accounts is replaced. */
  replaces: boolean
}

export interface Restored {
  manifest: Manifest
  end: End
  secrets: ReadableSecrets
  keepsFormer: boolean
  seconds: number
}

/**
 * Restores a backup into the installation, which must not run. Until every row was read back and the secret
 * opens what is stored, the embedded database and the data folder stay as they are.
 */
export async function restore(args: Restore): Promise<Restored> {
  const { config, file } = args
  const begun = performance.now()
  const lock = lockDataFolder(config)
  const files = stageDataFiles(config.dataDir)
  try {
    let asked: Promise<string> | undefined
    const passphrase = () => (asked ??= args.passphrase())
    const backup = await openBackup(readBackupFile(file, passphrase))
    try {
      const secrets = requireSecrets(config, backup)
      await files.clear()
      const work = { ...args, passphrase, backup, secrets, keepFile: files.keep }
      const done = config.databaseUrl === undefined ? await restoreEmbedded(work) : await restoreGiven(work)
      if (!hasSecretInEnvironment(config)) saveSecrets(config.dataDir, secrets)
      await files.finish()
      return { manifest: backup.manifest, ...done, seconds: (performance.now() - begun) / 1000 }
    } finally {
      await files.clear()
      await backup.entries.close()
    }
  } finally {
    lock.release()
  }
}

/** Deletes the database that the last restore has replaced. */
export async function dropFormer(config: LaunchConfig): Promise<void> {
  if (config.databaseUrl !== undefined)
    throw new Problem('Only the embedded PostgreSQL keeps a former database.')
  await withDatabase(config, ({ readerUrl }) =>
    withClient(readerUrl, (client) => client.query(`drop database if exists ${FORMER} with (force)`)),
  )
}

interface Work extends Restore {
  backup: OpenedBackup
  secrets: Secrets
  keepFile: ReturnType<typeof stageDataFiles>['keep']
}

type Done = Pick<Restored, 'end' | 'secrets' | 'keepsFormer'>

function restoreEmbedded(work: Work): Promise<Done> {
  return withEmbedded(work.config, async (address) => {
    const maintenance = embeddedUrls(address, 'postgres').readerUrl
    const present = embeddedUrls(address, DATABASE).readerUrl
    const replacesAccounts = (await hasDatabase(maintenance)) && (await hasAccounts(present))
    if (replacesAccounts) requireReplace(work, `The database in ${work.config.dataDir}`)
    await runAll(maintenance, [`drop database if exists ${STAGED} with (force)`])
    await createRolesAndDatabase(address, STAGED)
    const { ownerUrl, appUrl } = embeddedUrls(address, STAGED)
    try {
      const end = await restoreRows(ownerUrl, work.backup, work.keepFile)
      const secrets = await requireReadable(appUrl, work.secrets)
      await swapDatabases(maintenance, replacesAccounts)
      return { end, secrets, keepsFormer: replacesAccounts }
    } finally {
      await runAll(maintenance, [`drop database if exists ${STAGED} with (force)`])
    }
  })
}

async function restoreGiven(work: Work): Promise<Done> {
  return withDatabase(work.config, async ({ ownerUrl, appUrl }) => {
    const replacesAccounts = await hasAccounts(ownerUrl)
    if (replacesAccounts) requireReplace(work, 'The database at DATABASE_OWNER_URL')
    await requireUnused(ownerUrl)
    // A database with other migrations is emptied before the rows are loaded.
    if (replacesAccounts) await verifyBackup(work)
    const end = await restoreRows(ownerUrl, work.backup, work.keepFile)
    return { end, secrets: await requireReadable(appUrl, work.secrets), keepsFormer: false }
  })
}

async function verifyBackup({ file, passphrase }: Work): Promise<void> {
  const backup = await openBackup(readBackupFile(file, passphrase))
  await verifyRows(backup).finally(() => backup.entries.close())
}

function requireReplace({ replaces }: Work, what: string): void {
  if (replaces) return
  throw new Problem(`${what} has accounts: back it up, then add --replace to put the backup in its place.`)
}

/** Returns whether the cluster has the database of the product. */
export async function hasDatabase(maintenance: string): Promise<boolean> {
  const found = await withClient(maintenance, (client) =>
    client.query('select from pg_database where datname = $1', [DATABASE]),
  )
  return found.rowCount === 1
}

/** Puts the restored database in the place of the product's. */
async function swapDatabases(maintenance: string, keepsFormer: boolean): Promise<void> {
  const dropped = keepsFormer ? FORMER : DATABASE
  await runAll(maintenance, [`drop database if exists ${dropped} with (force)`])
  await runAll(maintenance, [
    'begin',
    ...(keepsFormer ? [`alter database ${DATABASE} rename to ${FORMER}`] : []),
    `alter database ${STAGED} rename to ${DATABASE}`,
    'commit',
  ])
}

async function runAll(url: string, statements: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

async function requireUnused(ownerUrl: string): Promise<void> {
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ count: number }>(`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name in ('stockcast', 'stockcast-jobs')`),
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  throw new Problem(
    `Stockcast has ${count} connections to this database: stop every web and worker process first.`,
  )
}

function requireSecrets(config: LaunchConfig, backup: OpenedBackup): Secrets {
  if (config.secret !== undefined) {
    return { secret: config.secret, previous: config.env.STOCKCAST_SECRET_PREVIOUS || null }
  }
  if (config.isProduction)
    throw new Problem('Set STOCKCAST_SECRET to the secret with which the backup was made.')
  const secrets = backup.secrets ?? findSecrets(config.dataDir)
  if (secrets) return secrets
  throw new Problem(
    `The secret is not in this backup: put the file \`secret\` that was kept apart into ${config.dataDir}, ` +
      'or set STOCKCAST_SECRET.',
  )
}

/** Returns how much the secret opens. Refuses one that does not open what the server itself has stored. */
export async function requireReadable(
  appUrl: string,
  { secret, previous }: Secrets,
): Promise<ReadableSecrets> {
  const env = { DATABASE_URL: appUrl, STOCKCAST_SECRET: secret, STOCKCAST_SECRET_PREVIOUS: previous ?? '' }
  return checkSecrets(readSecretsConfig(env))
}
