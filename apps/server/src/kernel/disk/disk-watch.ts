import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

/** `data`: uploads and logs; `database`: the embedded PostgreSQL. */
export type WatchedFolder = 'data' | 'database'

type DiskWatchLog = Pick<Log, 'warn' | 'info'>

export interface DiskState {
  isLow: boolean
  /** Free bytes available to this program, by folder. */
  freeBytes: Partial<Record<WatchedFolder, number>>
}

export interface DiskWatch {
  minFreeBytes: number
  /** Reads the free space again. A folder that cannot be read is omitted. */
  look(): Promise<DiskState>
  /** Throws when less than the reserve would be left after writing this many bytes. */
  assertRoom(bytes?: number): Promise<void>
  /** Throws when half of the reserve is left: then not even single rows are added. */
  assertRoomForRows(): Promise<void>
}

const RETRY_AFTER_SECONDS = 300

/**
 * Watches free space, so that bulk writes stop while PostgreSQL still has space for everything else: without
 * space for its log it stops, and reads stop with it. Nothing needs to be resumed, because every check reads
 * the free space again.
 */
export function createDiskWatch(args: {
  folders: Partial<Record<WatchedFolder, string>>
  minFreeBytes: number
  log: DiskWatchLog
  getFreeBytes?: (folder: string) => Promise<number>
}): DiskWatch {
  const { folders, minFreeBytes, log, getFreeBytes = readFreeBytes } = args
  let wasLow = false
  const tell = (state: DiskState) => {
    if (state.isLow === wasLow) return
    wasLow = state.isLow
    if (state.isLow) log.warn({ ...state.freeBytes, minFreeBytes }, 'disk space is low: bulk writes stop')
    else log.info({ ...state.freeBytes, minFreeBytes }, 'disk space is sufficient again')
  }
  const look = async (): Promise<DiskState> => {
    const freeBytes: DiskState['freeBytes'] = {}
    for (const [name, folder] of Object.entries(folders) as [WatchedFolder, string][]) {
      const free = await getFreeBytes(folder).catch(() => null)
      if (free !== null) freeBytes[name] = free
    }
    const state = { isLow: Object.values(freeBytes).some((free) => free < minFreeBytes), freeBytes }
    tell(state)
    return state
  }
  const assertFree = async (bytes: number, sentence: string) => {
    const { freeBytes } = await look()
    if (Object.values(freeBytes).some((free) => free < bytes)) throw new StorageLow(sentence)
  }
  return {
    minFreeBytes,
    look,
    assertRoom: (bytes = 0) => assertFree(minFreeBytes + bytes, STORAGE_LOW),
    assertRoomForRows: () => assertFree(minFreeBytes / 2, STORAGE_FULL),
  }
}

/** Watches the data folder, and the database's folder when it is on this machine. */
export function watchDisk(config: Config, log: DiskWatchLog): DiskWatch {
  const { dataDir, databaseDir, diskReserveBytes: minFreeBytes } = config
  const folders = { data: dataDir, ...(databaseDir === null ? {} : { database: databaseDir }) }
  return createDiskWatch({ folders, minFreeBytes, log })
}

/** Returns what this user may write; the system reserves more for itself. */
async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const STORAGE_LOW =
  'Our storage is nearly full, so imports, syncs and demos are paused. What you have saved is safe.'

const STORAGE_FULL = 'Our storage is full, so nothing can be added. What you have saved is safe.'

class StorageLow extends AppError {
  constructor(sentence: string) {
    super('unavailable', `${sentence} Please try again in a few minutes.`, {
      retryable: true,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
}

export function isStorageLow(error: unknown): boolean {
  return error instanceof StorageLow
}
