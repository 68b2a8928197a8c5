import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { InputError } from './input-error.ts'

/** Reads a file, and decompresses it if its content is gzip, whatever its name. */
export function readBytes(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new InputError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Check the path.`)
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { chunkSize: 1 << 20 })
  } catch {
    throw new InputError(`${file} begins like gzip but cannot be unpacked. Is it cut short?`)
  }
}
