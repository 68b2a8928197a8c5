import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskFull, folderProblem, Problem } from '../problem.ts'
import type { DatabaseAddress } from './address.ts'
import { findBinaries, requireRunnable } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { localAddress } from './local-address.ts'
import { choosePlace, type Place, type PlaceOptions } from './open-place.ts'
import { findPostmaster, removeStalePidFile } from './postmaster.ts'
import { type PostmasterArgs, spawnPostmaster } from './postmaster-process.ts'
import type { Settings } from './settings.ts'
import { stopPostmaster } from './stop-postmaster.ts'

export interface PostgresServer {
  address: DatabaseAddress
  /** Folder of the cluster. */
  dataDir: string
  /** Shuts down fast: open transactions are rolled back, committed ones kept. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Folder of the cluster, whose parent must exist. Remains of a killed run are cleared. */
  dataDir: string
  logFile: string
  settings: Settings
  place?: PlaceOptions
  /** Called with the folder that is used instead, if only root may enter `dataDir`. */
  onElsewhere?: (dataDir: string) => void
  /** Called when the server has ended unexpectedly and is running again. */
  onRestart?: () => void
  /** Called when the server has ended unexpectedly and could not be restarted. */
  onLost?: (problem: unknown) => void
}

// A server that was killed under heavy writing replays up to max_wal_size before it is ready.
const START_DEADLINE_MS = 600_000
const RETRY_MS = 200

/** Starts the cluster in `dataDir`, creating it if necessary, and keeps it running until `stop`. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const wanted = realPath(options.dataDir)
  const place = choosePlace({ dataDir: wanted, binaries: await findBinaries() }, options.place)
  const { dataDir, binaries, user } = place
  if (dataDir !== wanted) options.onElsewhere?.(dataDir)
  requireSameMajor(dataDir, requireRunnable(binaries, user))
  const address = await localAddress({ dataDir, user })
  createCluster({ binaries, dataDir, user, password: address.password })
  const { settings, logFile } = options
  const args = { binaries, dataDir, address, user, settings, logFile }

  await stopPostmaster(dataDir, binaries)
  let running = await startUntilReady(args)
  let isStopping = false
  const supervise = async () => {
    for (;;) {
      await running.exited
      if (isStopping) return
      await sleep(RETRY_MS)
      await stopPostmaster(dataDir, binaries)
      running = await startUntilReady(args)
      if (isStopping) return stopPostmaster(dataDir, binaries)
      options.onRestart?.()
    }
  }
  const supervised = supervise().catch((problem: unknown) => {
    if (!isStopping) options.onLost?.(problem)
  })
  const stop = async () => {
    isStopping = true
    await stopPostmaster(dataDir, binaries)
    await supervised
  }
  return { address, dataDir, stop }
}

/** Returns the address of the server that runs in `dataDir`; undefined if none does. */
export async function runningPostgres(dataDir: string): Promise<DatabaseAddress | undefined> {
  const place = await findPlace(dataDir)
  const found = findPostmaster(place.dataDir)
  if (!found?.isReady) return undefined
  return { ...(await localAddress(place)), port: found.port }
}

/** Returns where the cluster of `dataDir` is or would be made. */
async function findPlace(dataDir: string): Promise<Place> {
  return choosePlace({ dataDir: realPath(dataDir), binaries: await findBinaries() })
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return getMajor((await findPlace(dataDir)).dataDir) !== undefined
}

/**
 * Returns the major version of the installed programs. Refuses programs that do not run here, and a cluster of
 * another version.
 */
export async function requireInstalled(dataDir: string): Promise<number> {
  const place = await findPlace(dataDir)
  const installed = requireRunnable(place.binaries, place.user)
  requireSameMajor(place.dataDir, installed)
  return installed
}

/** Creates the parent folder and returns the path without symbolic links. */
function realPath(dataDir: string): string {
  const folder = path.dirname(path.resolve(dataDir))
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw folderProblem(error, folder)
  }
  return path.join(realpathSync(folder), path.basename(dataDir))
}

/** Returns the major version of PostgreSQL that made the cluster; undefined if there is no cluster. */
function getMajor(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

function requireSameMajor(dataDir: string, installed: number): void {
  const made = getMajor(dataDir)
  if (made === undefined || made === installed) return
  throw new Problem(
    `The database in ${dataDir} is of PostgreSQL ${made} and the installed programs are ${installed}: ` +
      'make a backup with the former version of Stockcast, move this folder away, and restore the backup with this one.',
  )
}

/** Retries while processes of a killed server still hold its shared memory; they end by themselves. */
async function startUntilReady(args: PostmasterArgs): Promise<{ exited: Promise<void> }> {
  const deadline = performance.now() + START_DEADLINE_MS
  for (;;) {
    const logged = statSync(args.logFile, { throwIfNoEntry: false })?.size ?? 0
    removeStalePidFile(args.dataDir)
    const started = spawnPostmaster(args)
    if (await isReadyBefore(deadline, args.dataDir, started.exited)) return started
    const output = readFileSync(args.logFile).subarray(logged).toString()
    const isHeld =
      /pre-existing shared memory|lock file .* already exists|could not create any Unix-domain/.test(output)
    if (!isHeld || performance.now() > deadline) throw startProblem(args, output)
    await sleep(RETRY_MS)
  }
}

async function isReadyBefore(deadline: number, dataDir: string, exited: Promise<void>): Promise<boolean> {
  let hasExited = false
  void exited.then(() => {
    hasExited = true
  })
  while (!hasExited && performance.now() < deadline) {
    if (findPostmaster(dataDir)?.isReady) return true
    await sleep(10)
  }
  return false
}

function startProblem(args: PostmasterArgs, output: string): Problem {
  if (/No space left on device/.test(output)) return diskFull(args.dataDir)
  const reason = output.split('\n').findLast((line) => /FATAL|PANIC|error/.test(line)) ?? 'it gave no reason'
  return new Problem(
    `PostgreSQL did not start (${reason.replace(/^.*?(FATAL|PANIC): */, '')}): see ${args.logFile}.`,
  )
}
