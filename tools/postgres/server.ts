import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskFull, Problem } from '../problem.ts'
import type { DatabaseAddress } from './address.ts'
import { findBinaries, requireRunnable } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { localAddress } from './local-address.ts'
import { choosePlace, type PlaceOptions } from './open-place.ts'
import { findPostmaster, removeStalePidFile } from './postmaster.ts'
import type { PostmasterArgs } from './postmaster-process.ts'
import { spawnPostmaster } from './postmaster-process.ts'
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
  const folder = path.dirname(path.resolve(options.dataDir))
  mkdirSync(folder, { recursive: true })
  const wanted = path.join(realpathSync(folder), path.basename(options.dataDir))
  const place = choosePlace({ dataDir: wanted, binaries: await findBinaries() }, options.place)
  const { dataDir, binaries, user } = place
  if (dataDir !== wanted) options.onElsewhere?.(dataDir)
  requireRunnable(binaries, user)
  const address = await localAddress({ dataDir, user })
  createCluster({ binaries, dataDir, user, password: address.password })
  const args = { binaries, dataDir, address, user, settings: options.settings, logFile: options.logFile }

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
