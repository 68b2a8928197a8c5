import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type OlderEncoding, olderEncoding, wideEncoding } from '@stockcast/tables'
import type { FileQuota } from '../../kernel/quotas/quotas.ts'
import { fileRefused } from './file-refused.ts'

export type Encoding = 'utf-8' | 'utf-16' | OlderEncoding

/** Thrown at the first byte that UTF-8 text cannot have; the file must be read again in its own encoding. */
export class NotUtf8 extends Error {
  readonly encoding: OlderEncoding
  constructor(encoding: OlderEncoding) {
    super(`not UTF-8, but ${encoding}`)
    this.encoding = encoding
  }
}

export type TextLimits = Pick<FileQuota, 'textBytes' | 'freeTextBytes' | 'mostTimes'>

const PIECE_BYTES = 64 * 1024

/**
 * Unpacks and decodes a file piece by piece, and turns every line ending into a line feed, so that lines count as an
 * editor counts them.
 */
export async function* toText(
  file: AsyncIterable<Uint8Array>,
  { encoding, limits }: { encoding: Encoding; limits: TextLimits },
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let held = ''
  for await (const bytes of plainBytes(file, limits)) {
    decoder ??= decoderFor(encoding, bytes)
    const text = held + decode(decoder, bytes)
    held = text.endsWith('\r') ? '\r' : ''
    const ready = text.slice(0, text.length - held.length)
    if (ready !== '') yield lineFeeds(ready)
  }
  const rest = held + (decoder ? decode(decoder) : '')
  if (rest !== '') yield lineFeeds(rest)
}

function decoderFor(encoding: Encoding, bytes: Uint8Array): TextDecoder {
  const name = encoding === 'utf-16' ? (wideEncoding(bytes) ?? 'utf-16le') : encoding
  return new TextDecoder(name, { fatal: encoding === 'utf-8' })
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (cause) {
    const encoding = olderEncoding(bytes ?? new Uint8Array())
    throw encoding === null ? fileRefused('encoding', 0, cause) : new NotUtf8(encoding)
  }
}

function lineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

/** Returns the bytes of the text, unpacked where they are packed, in small pieces. */
async function* plainBytes(file: AsyncIterable<Uint8Array>, limits: TextLimits): AsyncGenerator<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  let packed = 0
  const counted = async function* () {
    let piece: IteratorResult<Uint8Array> = first
    for (; !piece.done; piece = await pieces.next()) {
      packed += piece.value.length
      yield piece.value
    }
  }
  const isZipped = isGzip(first.value)
  let size = 0
  for await (const bytes of isZipped ? unzipped(counted()) : counted()) {
    if (isZipped && size === 0 && isGzip(bytes)) throw fileRefused('packed_twice')
    size += bytes.length
    if (size > limits.textBytes) throw fileRefused('textBytes', limits.textBytes)
    if (size > limits.freeTextBytes && size > limits.mostTimes * packed)
      throw fileRefused('ratio', limits.mostTimes)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
  }
}

async function* unzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false })
  const unzip = createGunzip({ chunkSize: PIECE_BYTES })
  // Unpacking would wait forever for a source that failed.
  source.on('error', (error) => unzip.destroy(error))
  source.pipe(unzip)
  try {
    for await (const bytes of unzip) yield bytes as Buffer
  } catch (cause) {
    if (!String((cause as NodeJS.ErrnoException).code).startsWith('Z_')) throw cause
    throw fileRefused('damaged', 0, cause)
  } finally {
    source.destroy()
  }
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b
}
