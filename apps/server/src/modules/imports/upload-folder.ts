import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '@stockcast/contract'
import type { Config } from '../../config.ts'
import type { Tx } from '../../database/app-database.ts'
import type { DiskWatch } from '../../disk/disk-watch.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { refusalTexts } from '../../texts/refusal-texts.ts'
import { listUploads } from './queries.ts'

/** Files of interrupted uploads are removed after a day. */
const LEFTOVER_MS = DAY_MS
const MEGABYTE = 1024 ** 2
/** The free disk space is checked again after this many bytes. */
const LOOK_BYTES = 8 * MEGABYTE

export function uploadPath({ dataDir }: Pick<Config, 'dataDir'>, storedAs: string): string {
  return join(dataDir, 'imports', storedAs)
}

/**
 * Streams a body to a file of its own in constant memory. A body that is too large is refused while it
 * arrives.
 */
export async function storeUpload(
  { config, disk }: { config: Pick<Config, 'dataDir'>; disk: Pick<DiskWatch, 'assertRoom'> },
  { body, mostBytes }: { body: ReadableStream<Uint8Array>; mostBytes: number },
): Promise<{ storedAs: string; bytes: number }> {
  const storedAs = randomUUID()
  const path = uploadPath(config, storedAs)
  await mkdir(join(config.dataDir, 'imports'), { recursive: true, mode: 0o700 })
  let bytes = 0
  let lookAt = LOOK_BYTES
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > mostBytes) return done(tooLarge(mostBytes))
      if (bytes < lookAt) return done(null, chunk)
      lookAt = bytes + LOOK_BYTES
      disk.assertRoom(LOOK_BYTES).then(() => done(null, chunk), done)
    },
  })
  try {
    await pipeline(Readable.fromWeb(body as never), counted, createWriteStream(path, { mode: 0o600 }))
    if (bytes === 0) throw new AppError('invalid_input', refusalTexts.emptyFile)
    return { storedAs, bytes }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

export async function removeUploads(
  config: Pick<Config, 'dataDir'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await rm(uploadPath(config, name), { force: true })
}

/** Removes files that killed processes left behind, which are much older than this new one. */
export async function removeLeftovers(config: Pick<Config, 'dataDir'>, newest: string): Promise<void> {
  const { mtimeMs } = await stat(uploadPath(config, newest))
  for (const name of await readdir(join(config.dataDir, 'imports'))) {
    const path = uploadPath(config, name)
    const found = await stat(path).catch(() => null)
    if (found && mtimeMs - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
  }
}

/**
 * Removes files that deleted imports left behind. Runs each night. A new file gives the time of the file
 * system.
 */
export async function removeOldUploads(config: Pick<Config, 'dataDir'>): Promise<void> {
  const newest = randomUUID()
  await mkdir(join(config.dataDir, 'imports'), { recursive: true, mode: 0o700 })
  await writeFile(uploadPath(config, newest), '', { mode: 0o600 })
  await removeLeftovers(config, newest)
  await removeUploads(config, [newest])
}

export function tooLarge(mostBytes: number): AppError {
  const most = Math.round(mostBytes / MEGABYTE)
  return new AppError(
    'limit_exceeded',
    `The file is larger than ${most} MB. Compress it with gzip, or split it.`,
  )
}

/** Finds the files of an account that ends, and returns a function that removes them after the commit. */
export async function removeAllUploads(
  kernel: Pick<Kernel, 'config'>,
  tx: Tx,
  merchantId: number,
): Promise<() => Promise<void>> {
  const names = await listUploads(tx, merchantId)
  return () => removeUploads(kernel.config, names)
}
