import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { InputError } from './input-error.ts'

const PIECE_BYTES = 1 << 20

/** Reads a file, and decompresses it if its content is gzip, whatever its name. */
export function readBytes(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw cannotBeRead(file, error)
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { chunkSize: PIECE_BYTES })
  } catch {
    throw cannotBeUnpacked(file)
  }
}

/** Yields what `readBytes` returns piece by piece; each piece may be used until the next one is asked for. */
export async function* readPieces(file: string): AsyncGenerator<Uint8Array> {
  if (isGzip(file)) yield* unpackedPieces(file)
  else yield* plainPieces(file)
}

function isGzip(file: string): boolean {
  const [first] = plainPieces(file, 2)
  return first?.[0] === 0x1f && first[1] === 0x8b
}

function* plainPieces(file: string, bytes = PIECE_BYTES): Generator<Uint8Array> {
  const piece = new Uint8Array(bytes)
  let opened: number | null = null
  const read = () => {
    try {
      opened ??= openSync(file, 'r')
      return readSync(opened, piece)
    } catch (error) {
      throw cannotBeRead(file, error)
    }
  }
  try {
    for (let count = read(); count > 0; count = read()) yield piece.subarray(0, count)
  } finally {
    if (opened !== null) closeSync(opened)
  }
}

async function* unpackedPieces(file: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES })
  let problem: unknown
  pipeline(createReadStream(file, { highWaterMark: PIECE_BYTES }), gunzip, (error) => {
    problem ??= error
  })
  const pieces = gunzip[Symbol.asyncIterator]()
  const next = () =>
    pieces.next().catch((error: unknown) => {
      throw isOfZlib(problem ?? error) ? cannotBeUnpacked(file) : cannotBeRead(file, problem ?? error)
    })
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value as Uint8Array
  } finally {
    gunzip.destroy()
  }
}

function isOfZlib(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_')
}

function cannotBeRead(file: string, error: unknown): InputError {
  return new InputError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Check the path.`)
}

function cannotBeUnpacked(file: string): InputError {
  return new InputError(`${file} begins like gzip but cannot be unpacked. Is it cut short?`)
}
