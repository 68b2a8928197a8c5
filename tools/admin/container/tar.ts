import { Problem } from '../../problem.ts'
import { ByteReader } from './byte-reader.ts'

export interface TarEntry {
  /** Path in the archive: at most 100 bytes for the file name and 155 for its folder. */
  name: string
  content: Buffer
}

const BLOCK = 512
const LONGEST_NAME = 100
const LONGEST_PREFIX = 155

/** Writes entries as a tar archive (ustar), which every `tar` reads. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield headerOf(name, content.length)
    yield content
    yield Buffer.alloc(-content.length & (BLOCK - 1))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Reads the entries of an archive that `writeTar` wrote. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(bytes)
  for (;;) {
    const header = await reader.read(BLOCK)
    if (header.length === BLOCK && header.every((byte) => byte === 0)) return
    if (header.length < BLOCK || !isTarHeader(header)) throw damaged()
    const size = Number.parseInt(fieldOf(header, 124, 12), 8)
    const content = await reader.read(size)
    if (content.length < size) throw damaged()
    await reader.read(-size & (BLOCK - 1))
    const prefix = fieldOf(header, 345, LONGEST_PREFIX)
    const name = fieldOf(header, 0, LONGEST_NAME)
    yield { name: prefix === '' ? name : `${prefix}/${name}`, content }
  }
}

function headerOf(path: string, size: number): Buffer {
  const cut = Buffer.byteLength(path) > LONGEST_NAME ? path.lastIndexOf('/') : -1
  const [prefix, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)]
  if (Buffer.byteLength(name) > LONGEST_NAME || Buffer.byteLength(prefix) > LONGEST_PREFIX) {
    throw new RangeError(`path is too long for an archive: ${path}`)
  }
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function isTarHeader(header: Buffer): boolean {
  return Number.parseInt(fieldOf(header, 148, 8), 8) === checksumOf(header)
}

/** Returns the sum of all bytes of the header; the field that holds the sum counts as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 32
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

function fieldOf(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field
    .subarray(0, end === -1 ? length : end)
    .toString()
    .trim()
}

function damaged(): Problem {
  return new Problem('The backup is damaged or cut off: use another copy of it.')
}
