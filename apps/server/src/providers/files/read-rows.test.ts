import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type FileQuota, getQuota } from '../../kernel/quotas/quotas.ts'
import type { FileRefusalCode } from '../../kernel/texts/file-texts.ts'
import { inItsEncoding, type OpenFile, type RowBatch, readRows } from './read-rows.ts'

const quota = getQuota('demo').supplierFile
const MEGABYTE = 1024 ** 2
const never = new AbortController().signal

interface Given {
  limits?: Partial<FileQuota>
  signal?: AbortSignal
}

const inPieces = (content: Uint8Array, size = 64 * 1024): OpenFile =>
  async function* () {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
  }

/** Reads a whole file, and returns its rows and the most rows that came at once. */
async function read(content: string | Uint8Array, { limits, signal = never }: Given = {}) {
  const file = inPieces(Buffer.from(content))
  return inItsEncoding(file, async (encoding) => {
    const rows: string[][] = []
    let most = 0
    for await (const { records } of readRows(file, { encoding, limits: { ...quota, ...limits }, signal })) {
      most = Math.max(most, records.length)
      for (const { cells } of records) rows.push(cells)
    }
    return { rows, most }
  })
}

const refusal = async (content: string | Uint8Array, given?: Given) => {
  const refused = await read(content, given).then(
    () => null,
    (error: unknown) => error,
  )
  return (refused as { file?: { code: FileRefusalCode; line: number | null } } | null)?.file
}

async function countRows(batches: AsyncIterable<RowBatch>): Promise<number> {
  let rows = 0
  for await (const { records } of batches) rows += records.length
  return rows
}

const header = 'supplier,sku,cost\n'
/** Files of an attacker, each with the limit that stops it and the line at which it does. */
const hostile: [
  what: string,
  content: () => string | Uint8Array,
  code: FileRefusalCode,
  line: number | null,
][] = [
  ['a million short rows', () => header + 'a\n'.repeat(1_000_000), 'rows', 5002],
  ['four million packed blank rows', () => gzipSync(header + '\n'.repeat(4_000_000)), 'rows', 5002],
  ['a line of 700,000 columns', () => `${'c,'.repeat(700_000)}\n`, 'columns', 1],
  ['a line of 700,000 empty columns', () => `${','.repeat(700_000)}\n`, 'columns', 1],
  [
    'packed rows of 600,000 cells',
    () => gzipSync(header + `${','.repeat(600_000)}\n`.repeat(8)),
    'columns',
    2,
  ],
  ['many rows of many cells', () => `${header}${`${'1,'.repeat(150)}\n`.repeat(4000)}`, 'cells', 1657],
  ['a quotation mark that never closes', () => `${header}"${'a,b\n'.repeat(10_000)}`, 'cellCharacters', 2],
  ['a short one that never closes', () => `${header}"a,b\nc,d\n`, 'open_quote', 2],
  [
    'a cell of 25 million characters',
    () => gzipSync(`${header}${'x'.repeat(25_000_000)},1\n`),
    'cellCharacters',
    2,
  ],
  [
    'text that unpacks to many times its size',
    () => gzipSync(`${'x'.repeat(1000)}\n`.repeat(4000)),
    'ratio',
    null,
  ],
  ['packed twice', () => gzipSync(gzipSync(header)), 'packed_twice', null],
  [
    'packed, with rubbish behind it',
    () => Buffer.concat([gzipSync(header), Buffer.from('rubbish')]),
    'damaged',
    null,
  ],
  ['packed and cut off', () => gzipSync(header + 'a,b,1\n'.repeat(900)).subarray(0, 60), 'damaged', null],
]

describe('a file of an attacker', () => {
  it.each(hostile)('with %s is read no further than its limit', async (_what, content, code, line) => {
    expect(await refusal(content())).toMatchObject({ code, line })
  })

  it('that unpacks beyond the limit in total is read no further', async () => {
    const packed = gzipSync(`${header}${`${'x'.repeat(1000)}\n`.repeat(7000)}`)
    expect(await refusal(packed, { limits: { mostTimes: 1000, rows: 100_000 } })).toMatchObject({
      code: 'textBytes',
      most: 5 * MEGABYTE,
    })
  })

  it('leaves this thread free while it is read, and sends it few rows at a time', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const { rows, most } = await read(header + 'a\n'.repeat(400_000), {
      limits: { rows: 500_000, cells: 500_000 },
    })
    clearInterval(counting)
    expect(rows).toHaveLength(400_001)
    expect(most).toBeLessThanOrEqual(500)
    // One turn for each batch of rows at least: none took two of them at once.
    expect(turns).toBeGreaterThan(0)
  })

  it('takes no thread from others: ten files at once are all read or refused', async () => {
    const files = Array.from({ length: 10 }, (_, i) => hostile[i % hostile.length]!)
    const codes = await Promise.all(files.map(async ([, content]) => (await refusal(content()))?.code))
    expect(codes).toEqual(files.map(([, , code]) => code))
    expect((await read(`${header}A,1,2`)).rows).toHaveLength(2)
  })
})

describe('reading a file', () => {
  it('ends when the sender has gone, and when time is up', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(read(`${header}A,1,2`, { signal: gone })).rejects.toThrow('gone')
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    expect(await refusal(`${header}A,1,2`, { signal: late })).toMatchObject({ code: 'time' })
  })

  it('stops reading when the sender disconnects', async () => {
    const sender = new AbortController()
    const file: OpenFile = async function* () {
      for (;;) {
        yield Buffer.from('A,1,2\n')
        if (!sender.signal.aborted) setImmediate(() => sender.abort(new Error('gone')))
      }
    }
    const rows = readRows(file, { encoding: 'utf-8', limits: { ...quota, rows: 1e9 }, signal: sender.signal })
    await expect(countRows(rows)).rejects.toThrow('gone')
  })

  it('ends the source when nobody takes more rows, or when the source fails', async () => {
    let isEnded = false
    const file: OpenFile = async function* () {
      try {
        for (;;) yield Buffer.from('A,1,2\n'.repeat(1000))
      } finally {
        isEnded = true
      }
    }
    for await (const _batch of readRows(file, { encoding: 'utf-8', limits: quota, signal: never })) break
    expect(isEnded).toBe(true)
    // biome-ignore lint/correctness/useYield: it fails before the first piece.
    const failing: OpenFile = async function* () {
      throw new Error('the database is gone')
    }
    await expect(
      countRows(readRows(failing, { encoding: 'utf-8', limits: quota, signal: never })),
    ).rejects.toThrow('the database is gone')
  })

  it('returns the same rows packed, in older encodings, and packed in parts', async () => {
    const text = 'supplier,sku\r\nCafé,1\r\n\r\n"a\r\nb",2\r\n'
    const rows = [
      ['supplier', 'sku'],
      ['Café', '1'],
      ['a\nb', '2'],
    ]
    const packed = gzipSync(text)
    for (const content of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      packed,
      Buffer.concat([gzipSync('supplier,sku\r\nCafé,1\r'), gzipSync('\n\r\n"a\r\nb",2\r\n')]),
    ]) {
      expect((await read(content)).rows).toEqual(rows)
    }
  })

  it('passes a well packed file that stays within the limit', async () => {
    const text = 'a,b\n'.repeat(100_000)
    const { rows } = await read(gzipSync(text), { limits: { rows: 100_000, cells: 1e6 } })
    expect(rows).toHaveLength(100_000)
  })
})
