import { randomUUID } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { OpenFile } from '../../providers/files/read-rows.ts'
import { deleteUploads, findUploadChunk, insertUploadChunk, type UploadKey } from './upload-queries.ts'

const MEGABYTE = 1024 ** 2
/** Bytes that are stored, and held in memory, at a time. */
const CHUNK_BYTES = MEGABYTE / 8
/** Bytes that are parsed at a time, between which other work of the process continues. */
const PIECE_BYTES = 64 * 1024
/** The free disk space is checked again after this many bytes. */
const LOOK_BYTES = 8 * MEGABYTE

/** Streams a file into the database in constant memory. */
export async function storeUpload(
  { clock, db, disk }: Pick<Kernel, 'clock' | 'db'> & { disk: Pick<Kernel['disk'], 'assertRoom'> },
  { merchantId, pieces }: { merchantId: number; pieces: AsyncIterable<Uint8Array> },
): Promise<{ uploadId: string; bytes: number }> {
  const key = { merchantId, uploadId: randomUUID(), at: clock.now() }
  let bytes = 0
  let lookAt = LOOK_BYTES
  const count = async (arrived: number) => {
    bytes += arrived
    if (bytes < lookAt) return
    lookAt = bytes + LOOK_BYTES
    await disk.assertRoom(LOOK_BYTES)
  }
  let chunk = 0
  try {
    for await (const content of getChunks(pieces, count)) {
      await db.withTenant(merchantId, (tx) => insertUploadChunk(tx, { ...key, chunk }, content))
      chunk++
    }
    return { uploadId: key.uploadId, bytes }
  } catch (error) {
    if (chunk > 0) await removeUpload({ db }, key).catch(() => undefined)
    throw error
  }
}

async function* getChunks(
  pieces: AsyncIterable<Uint8Array>,
  onArrival: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const arrived of pieces) {
    await onArrival(arrived.length)
    for (let at = 0; at < arrived.length; ) {
      const part = arrived.subarray(at, at + CHUNK_BYTES - size)
      held.push(part)
      size += part.length
      at += part.length
      if (size < CHUNK_BYTES) continue
      yield Buffer.concat(held)
      held = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

export async function removeUpload(
  { db }: Pick<Kernel, 'db'>,
  { merchantId, uploadId }: UploadKey,
): Promise<void> {
  await db.withTenant(merchantId, (tx) => deleteUploads(tx, { merchantId, uploadIds: [uploadId] }))
}

/** Returns what reads the file from its start each time; in constant memory, and in no transaction of its own length. */
export function openUpload({ db }: Pick<Kernel, 'db'>, file: UploadKey & { bytes: number }): OpenFile {
  const { merchantId, uploadId, bytes } = file
  return async function* () {
    let read = 0
    for (let chunk = 0; read < bytes; chunk++) {
      const content = await db.withTenant(merchantId, (tx) =>
        findUploadChunk(tx, { merchantId, uploadId, chunk }),
      )
      if (!content) throw new AppError('not_found', 'The uploaded file is gone. Upload it again.')
      read += content.length
      for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
    }
  }
}
