import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type CsvError, parse } from 'csv-parse'
import { AppError } from '../../errors.ts'

export interface CsvRecord {
  /** The first line of the record in the file, from 1. */
  line: number
  cells: string[]
}

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

/** Reads a file, each time from its start. */
export type OpenFile = () => AsyncIterable<Uint8Array>

/** Thrown at the first byte that UTF-8 text cannot have; the file must be read again as `windows-1252`. */
export class NotUtf8 extends Error {}

/** Thrown when the file cannot be read beyond this line. */
export class BrokenRecord extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

const MAX_RECORD_CHARACTERS = 1_000_000
const MEGABYTE = 1024 ** 2
const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The size to which a compressed file may grow; beyond `freeBytes` also how many times its size. */
export interface TextLimit {
  bytes: number
  times: number
  freeBytes: number
}

interface ReadArgs {
  encoding: Encoding
  limit: TextLimit
  onBytes: (bytes: number) => void
  /** Told once, before the first record. */
  onDelimiter?: (delimiter: Delimiter) => void
  signal: AbortSignal
}

/**
 * Yields the records of a CSV file, blank ones included, in batches as they are read; memory use does not
 * grow with the file.
 */
export async function* readRecords(file: OpenFile, args: ReadArgs): AsyncGenerator<CsvRecord[]> {
  const chunks = textOf(file, args)
  const first = await chunks.next()
  if (first.done) return
  const delimiter = delimiterOf(first.value)
  args.onDelimiter?.(delimiter)
  const parser = createParser(delimiter)
  yield await parser.write(first.value)
  for await (const text of chunks) yield await parser.write(text)
  yield await parser.end()
}

/** Returns `utf-16` when the file says so itself, otherwise `utf-8`, until that proves wrong. */
export async function sniffEncoding(file: OpenFile): Promise<Encoding> {
  const [first, second] = await firstBytes(file)
  return first === 0xff && second === 0xfe ? 'utf-16' : 'utf-8'
}

async function firstBytes(file: OpenFile): Promise<Uint8Array> {
  for await (const bytes of file()) return bytes
  return new Uint8Array()
}

function createParser(delimiter: string) {
  let batch: CsvRecord[] = []
  let lastLine = 0
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    on_record: (cells: string[], { lines }) => {
      batch.push({ line: lastLine + 1, cells })
      lastLine = lines
      return null
    },
  })
  parser.resume()
  parser.on('error', () => undefined)
  const taken = () => {
    const records = batch
    batch = []
    return records
  }
  const settle = (begin: (done: (error?: Error | null) => void) => void) =>
    new Promise<CsvRecord[]>((resolve, reject) => {
      const fail = (error: Error) => reject(brokenAt(lastLine + 1, error))
      parser.once('error', fail)
      begin((error) => {
        parser.off('error', fail)
        if (error) fail(error)
        else resolve(taken())
      })
    })
  return {
    write: (text: string) => settle((done) => parser.write(text, done)),
    end: () =>
      settle((done) => {
        parser.once('end', done)
        parser.end()
      }),
  }
}

function brokenAt(line: number, error: Error): Error {
  const code = (error as Partial<CsvError>).code
  const reasons: Record<string, string> = {
    CSV_QUOTE_NOT_CLOSED: 'a quotation mark that opens in this row is never closed',
    CSV_MAX_RECORD_SIZE:
      'the row is longer than 1 million characters; perhaps a quotation mark is never closed',
  }
  const reason = reasons[code ?? '']
  return reason === undefined ? error : new BrokenRecord(line, reason)
}

/**
 * Decodes the file and turns every line ending into a line feed, so that lines count as an editor counts
 * them.
 */
async function* textOf(file: OpenFile, { encoding, ...args }: ReadArgs): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'utf-16' ? 'utf-16le' : encoding, {
    fatal: encoding === 'utf-8',
  })
  let held = ''
  for await (const bytes of plainBytes(file, args)) {
    const text = held + decode(decoder, bytes)
    held = text.endsWith('\r') ? '\r' : ''
    const ready = text.slice(0, text.length - held.length)
    if (ready !== '') yield lineFeeds(ready)
  }
  const rest = held + decode(decoder)
  if (rest !== '') yield lineFeeds(rest)
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (cause) {
    throw new NotUtf8('not UTF-8', { cause })
  }
}

function lineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

async function* plainBytes(
  file: OpenFile,
  { limit, onBytes, signal }: Omit<ReadArgs, 'encoding'>,
): AsyncGenerator<Buffer> {
  let packed = 0
  const counted = async function* () {
    for await (const bytes of file()) {
      packed += bytes.length
      yield bytes
    }
  }
  const isZipped = await isGzip(file)
  const source = Readable.from(counted(), { objectMode: false, signal })
  const unzip = createGunzip()
  if (isZipped) {
    // Unpacking would wait forever for a source that failed.
    source.on('error', (error) => unzip.destroy(error))
    source.pipe(unzip)
  }
  let size = 0
  try {
    for await (const bytes of isZipped ? unzip : source) {
      onBytes(packed)
      size += (bytes as Buffer).length
      assertWithin(limit, { size, packed })
      yield bytes as Buffer
    }
  } catch (cause) {
    const isDamaged = isZipped && String((cause as NodeJS.ErrnoException).code).startsWith('Z_')
    if (!isDamaged) throw cause
    throw new AppError(
      'invalid_input',
      'The compressed file is damaged. Pack it again, or upload it as it is.',
      {
        cause,
      },
    )
  } finally {
    source.destroy()
  }
}

function assertWithin(limit: TextLimit, { size, packed }: { size: number; packed: number }): void {
  if (size > limit.bytes) {
    const most = Math.round(limit.bytes / MEGABYTE)
    const sentence = `The unpacked file is larger than ${most} MB. Split it, and upload the parts one by one.`
    throw new AppError('limit_exceeded', sentence)
  }
  if (size <= limit.freeBytes || size <= limit.times * packed) return
  throw new AppError(
    'limit_exceeded',
    `The file unpacks to more than ${limit.times} times its size, which is not normal for a table. Upload it unpacked.`,
  )
}

async function isGzip(file: OpenFile): Promise<boolean> {
  const [first, second] = await firstBytes(file)
  return first === 0x1f && second === 0x8b
}

/** Returns the delimiter that occurs most in the first line outside quoted text. */
function delimiterOf(text: string): Delimiter {
  const header = text.slice(0, Math.max(0, text.search(/\n|$/))).replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((mark) => header.split(mark).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
