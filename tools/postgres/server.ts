import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskFull, folderProblem, Problem } from '../problem.ts'
import type { DatabaseAddress } from './address.ts'
import { type Binaries, findBinaries, requireRunnable } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { putBackFormerCluster } from './former-cluster.ts'
import { localAddress } from './local-address.ts'
import { choosePlace, type Place, type PlaceOptions } from './open-place.ts'
import { findPostmaster, removeStalePidFile } from './postmaster.ts'
import type { PostmasterArgs } from './postmaster-process.ts'
import { spawnPostmaster } from './postmaster-process.ts'
import type { Settings } from './settings.ts'
import { stopPostmaster } from './stop-postmaster.ts'
import { archiveSettings } from './wal-archive/commands.ts'
import { prepareSeries } from './wal-archive/series.ts'

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
  /** Folder into which WAL is archived; none otherwise. */
  walArchive?: string | undefined
  /** How long a start may take, which is longer if WAL is recovered. */
  readyWithinMs?: number
  /** Programs to run in place of the installed ones. */
  binaries?: Binaries
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
  const installed = options.binaries ?? (await findBinaries())
  const place = choosePlace({ dataDir: wanted, binaries: installed }, options.place)
  if (place.dataDir !== wanted) options.onElsewhere?.(place.dataDir)
  return startIn(place, options)
}

/** Does the same with the programs and in the folder of `place`. */
export async function startIn(
  { dataDir, binaries, user }: Place,
  options: Omit<PostgresOptions, 'dataDir' | 'binaries' | 'place'>,
): Promise<PostgresServer> {
  putBackFormerCluster(dataDir)
  requireSameMajor(dataDir, requireRunnable(binaries, user))
  const address = await localAddress({ dataDir, user })
  createCluster({ binaries, dataDir, user, password: address.password })
  const { walArchive, logFile, readyWithinMs = START_DEADLINE_MS } = options
  const archiving =
    walArchive && archiveSettings(prepareSeries({ archive: walArchive, dataDir, user }).walFolder)
  const settings = { ...options.settings, ...archiving }
  const args = { binaries, dataDir, address, user, settings, logFile }

  await stopPostmaster(dataDir, binaries)
  let running = await startUntilReady(args, readyWithinMs)
  let isStopping = false
  const supervise = async () => {
    for (;;) {
      await running.exited
      if (isStopping) return
      await sleep(RETRY_MS)
      await stopPostmaster(dataDir, binaries)
      running = await startUntilReady(args, START_DEADLINE_MS)
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
export async function findPlace(dataDir: string): Promise<Place> {
  return choosePlace({ dataDir: realPath(dataDir), binaries: await findBinaries() })
}

/** Returns the folder and the major version of the cluster that `dataDir` stands for, if there is one. */
export async function findCluster(dataDir: string): Promise<{ dataDir: string; major: number } | undefined> {
  const place = await findPlace(dataDir)
  const major = majorOf(place.dataDir)
  return major === undefined ? undefined : { dataDir: place.dataDir, major }
}

/**
 * Returns the major version of the installed programs. Refuses programs that do not run here and, unless
 * `mayDiffer`, a cluster of another version.
 */
export async function requireInstalled(dataDir: string, { mayDiffer = false } = {}): Promise<number> {
  const place = await findPlace(dataDir)
  const installed = requireRunnable(place.binaries, place.user)
  if (!mayDiffer) requireSameMajor(place.dataDir, installed)
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
export function majorOf(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

function requireSameMajor(dataDir: string, installed: number): void {
  const made = majorOf(dataDir)
  if (made === undefined || made === installed) return
  throw new Problem(
    `The database in ${dataDir} is of PostgreSQL ${made} and the installed programs are ${installed}: ` +
      'run `npm run -s admin -- upgrade`, which keeps every row.',
  )
}

/** Retries while processes of a killed server still hold its shared memory; they end by themselves. */
async function startUntilReady(args: PostmasterArgs, withinMs: number): Promise<{ exited: Promise<void> }> {
  const deadline = performance.now() + withinMs
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
