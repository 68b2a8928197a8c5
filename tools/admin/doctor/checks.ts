import { statfsSync } from 'node:fs'
import os from 'node:os'
import { readConfig as readServerConfig } from '../../../apps/server/src/operator/index.ts'
import { type LaunchConfig, webAddress } from '../../launch/config.ts'
import { prepareDataFolder } from '../../launch/data-folder.ts'
import { databaseFolder } from '../../launch/database.ts'
import { requireMigrated } from '../../launch/given-database.ts'
import { requirePorts } from '../../launch/ports.ts'
import { type RunRecord, readRunRecord } from '../../launch/run-record.ts'
import { findSecrets } from '../../launch/secret.ts'
import { serviceEnvironments } from '../../launch/service-environment.ts'
import { isAlive } from '../../postgres/postmaster.ts'
import { hasCluster, requireInstalled } from '../../postgres/server.ts'
import { Problem } from '../../problem.ts'
import { withClient } from '../backup/connect.ts'
import { requireReadable } from '../backup/restore.ts'
import { type InstalledDatabase, withDatabase } from '../installation.ts'
import { sizeText } from '../sizes.ts'

const NODE_MAJOR = 24
const MIN_MEMORY = 900e6
const OLDEST_POSTGRES = 16
/** The three processes of `npm start` open up to 36; the others are for further processes and for commands. */
const CONNECTIONS = 60
const MAX_SKEW_SECONDS = 60
const ANSWER_MS = 5000
const MEGABYTE = 2 ** 20

export interface Check {
  name: string
  /** Returns what was found. Throws a Problem that names the remedy. */
  run(config: LaunchConfig): Promise<string> | string
}

export const checks: readonly Check[] = [
  { name: 'Node', run: checkNode },
  { name: 'memory', run: checkMemory },
  { name: 'data folder', run: checkDataFolder },
  { name: 'disk', run: checkDisk },
  { name: 'configuration', run: checkConfiguration },
  { name: 'ports', run: checkPorts },
  { name: 'PostgreSQL', run: checkPostgres },
  { name: 'database', run: checkDatabase },
  { name: 'secret', run: checkSecret },
  { name: 'web', run: checkWeb },
]

function checkNode(): string {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= NODE_MAJOR) return node
  throw new Problem(
    `This is Node ${node}: install ${NODE_MAJOR} or newer, or start with \`npm start\`, which brings it.`,
  )
}

function checkMemory(): string {
  const total = os.totalmem()
  if (total >= MIN_MEMORY) return sizeText(total)
  throw new Problem(
    `This machine has ${sizeText(total)} of memory and Stockcast needs 1 GB: use a larger machine.`,
  )
}

function checkDataFolder({ dataDir }: LaunchConfig): string {
  prepareDataFolder(dataDir)
  return dataDir
}

function checkDisk({ dataDir, env }: LaunchConfig): string {
  const { bavail, bsize } = statfsSync(dataDir)
  const reserve = Number(env.DISK_RESERVE_MB || 2048) * MEGABYTE
  if (bavail * bsize >= reserve) return `${sizeText(bavail * bsize)} free`
  throw new Problem(
    `The disk that holds ${dataDir} has ${sizeText(bavail * bsize)} left; below ${sizeText(reserve)} imports and ` +
      'syncs are paused: free some space, or set DATA_DIR to another disk.',
  )
}

function checkConfiguration(config: LaunchConfig): string {
  const { isProduction } = config
  // A secret that the data folder does not have yet is made at the start.
  const secret = config.secret ?? (isProduction ? undefined : 'x'.repeat(32))
  const variables = serviceEnvironments({ ...config, secret }).server('postgresql://localhost/x')
  readServerConfig(variables)
  return isProduction ? 'production' : config.needsSandbox ? 'with the sandbox' : 'with all providers'
}

async function checkPorts(config: LaunchConfig): Promise<string> {
  const running = findRunning(config)
  if (running) return `used by Stockcast itself, at ${running.url}`
  await requirePorts(config)
  const { port, sandboxPort, sandboxSmtpPort } = config
  if (!config.needsSandbox) return `${port} is free`
  return `${port}, ${sandboxPort} and ${sandboxSmtpPort} are free`
}

async function checkPostgres(config: LaunchConfig): Promise<string> {
  if (config.databaseUrl !== undefined) return withAnyDatabase(config, checkGiven)
  const installed = await requireInstalled(databaseFolder(config.dataDir))
  return `embedded ${installed}`
}

async function checkGiven({ ownerUrl }: InstalledDatabase): Promise<string> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: number; most: number; skew: number }>(`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('max_connections')::int as most,
        extract(epoch from clock_timestamp())::float8 as skew`)
    const { version, most, skew } = rows[0]!
    if (version < OLDEST_POSTGRES) {
      throw new Problem(`The database is PostgreSQL ${version}: upgrade it to ${OLDEST_POSTGRES} or newer.`)
    }
    if (most < CONNECTIONS) {
      throw new Problem(
        `The database allows ${most} connections: set max_connections to ${CONNECTIONS} or more.`,
      )
    }
    if (Math.abs(skew - Date.now() / 1000) > MAX_SKEW_SECONDS) {
      throw new Problem(
        'The clocks of this machine and of the database differ by more than a minute: set both by NTP.',
      )
    }
    return `${version}, ${most} connections`
  })
}

async function checkDatabase(config: LaunchConfig): Promise<string> {
  if (await isUnused(config)) return 'made at the first start'
  return withAnyDatabase(config, async ({ appUrl }) => {
    if (config.databaseUrl !== undefined && config.databaseOwnerUrl === undefined)
      await requireMigrated(appUrl)
    const { rows } = await withClient(appUrl, (client) =>
      client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
    )
    return sizeText(Number(rows[0]!.bytes))
  })
}

async function checkSecret(config: LaunchConfig): Promise<string> {
  if (await isUnused(config)) return 'made at the first start'
  const kept = config.isProduction ? null : findSecrets(config.dataDir)
  const secret = config.secret ?? kept?.secret
  if (secret === undefined) {
    throw new Problem(
      'There is no secret for the stored data: restore DATA_DIR/secret, or set STOCKCAST_SECRET.',
    )
  }
  const previous = config.secret === undefined ? kept?.previous : config.env.STOCKCAST_SECRET_PREVIOUS
  return withAnyDatabase(config, async ({ appUrl }) => {
    const { merchants, stores, unreadable } = await requireReadable(appUrl, {
      secret,
      previous: previous ?? null,
    })
    if (unreadable.length === 0) return `opens ${merchants} merchants and ${stores} stores`
    throw new Problem(
      `The tokens of these merchants cannot be read: ${unreadable.join(', ')}. They must connect their store again.`,
    )
  })
}

async function checkWeb(config: LaunchConfig): Promise<string> {
  if (!findRunning(config)) return 'does not run'
  const address = `${webAddress(config)}/readyz`
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)
  if (answer?.ok) return 'is ready'
  throw new Problem(
    `${address} answers ${answer?.status ?? 'nothing'}: read ${config.dataDir}/logs/web.log, or restart Stockcast.`,
  )
}

/** Does what `withDatabase` does, but also for a given database without the role that owns its tables. */
function withAnyDatabase(
  config: LaunchConfig,
  work: (database: InstalledDatabase) => Promise<string>,
): Promise<string> {
  if (config.databaseUrl === undefined || config.databaseOwnerUrl !== undefined)
    return withDatabase(config, work)
  const url = config.databaseUrl
  return work({ appUrl: url, ownerUrl: url, readerUrl: url })
}

/** Returns whether Stockcast has never been started with the embedded database. */
async function isUnused(config: LaunchConfig): Promise<boolean> {
  return config.databaseUrl === undefined && !(await hasCluster(databaseFolder(config.dataDir)))
}

/** Returns the record of the running product, undefined if it does not run. */
function findRunning({ dataDir }: LaunchConfig): RunRecord | undefined {
  const record = readRunRecord(dataDir)
  return record && isAlive(record.launcherPid) ? record : undefined
}
