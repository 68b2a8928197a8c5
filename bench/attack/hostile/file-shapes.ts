import { gzipSync } from 'node:zlib'
import { type BodyShape, raw } from './body-shapes.ts'

const MAX_UNPACKED = 60_000_000
const FORM_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

/** Headers that the readers of files know. */
const headers = [
  'sku,product,stock,price',
  'sku,date,units',
  'name,created at,lineitem quantity,lineitem name,lineitem sku',
  'supplier,email',
  'sku,supplier,unit cost,price breaks',
  'po #,supplier,sku,quantity,unit cost',
]

function rows(header: string, bytes: number, row: (n: number) => string): Buffer {
  const lines = [header]
  let size = header.length
  for (let n = 0; ; n++) {
    const next = row(n)
    size += next.length + 1
    if (size > bytes) return Buffer.from(lines.join('\n'))
    lines.push(next)
  }
}

const csv = (name: string, make: (bytes: number) => Buffer | string): BodyShape =>
  raw(name, 'text/csv', (bytes) => Buffer.from(make(bytes)).subarray(0, bytes))

/** Packs as many pieces, of `each` bytes, as a file of this size may unpack to. */
const packed = (name: string, piece: (n: number) => string, each: number): BodyShape =>
  raw(name, 'application/gzip', (bytes) => {
    const pieces = Math.floor(Math.min(MAX_UNPACKED, bytes * 190) / each)
    return gzipSync(Array.from({ length: pieces }, (_, n) => piece(n)).join('')).subarray(0, bytes)
  })

/** Bodies of a route whose bodies have no schema: files, forms or anything else. */
export const fileShapes: readonly BodyShape[] = [
  ...headers.flatMap((header) => {
    const cells = header.split(',').length
    const one = (n: number) => header.replaceAll(/[^,]+/g, (_, at: number) => (at === 0 ? `A-${n}` : '7'))
    return [
      csv(`rows of ${header}`, (bytes) => rows(header, bytes, one)),
      csv(`one thing in all rows of ${header}`, (bytes) => rows(header, bytes, () => one(0))),
      csv(`uneven rows of ${header}`, (bytes) =>
        rows(header, bytes, (n) => ','.repeat((n * 7) % (3 * cells))),
      ),
      csv(`one long row of ${header}`, (bytes) => `${header}\n${'a,'.repeat(bytes / 2)}`),
    ]
  }),
  csv('rows of one letter', (bytes) => 'a\n'.repeat(bytes / 2)),
  csv('only line ends', (bytes) => '\r\n'.repeat(bytes / 2)),
  csv('a header of many columns', (bytes) => {
    return `sku,${Array.from({ length: Math.floor(bytes / 8) }, (_, n) => `c${n}`).join(',')}`
  }),
  csv('a header of one name many times', (bytes) => 'sku,'.repeat(bytes / 4)),
  csv('a header of days', (bytes) => `sku,${'2026-01-01,'.repeat(bytes / 11)}`),
  csv('a quote without an end', (bytes) => `sku,product\n"${'a'.repeat(bytes)}`),
  csv('quotes in quotes', (bytes) => '"'.repeat(bytes)),
  csv('quotes in cells', (bytes) => 'a"b,'.repeat(bytes / 4)),
  csv('one long cell', (bytes) => `sku,product,stock\n${'a'.repeat(bytes)}`),
  csv('NULs', (bytes) => Buffer.alloc(bytes)),
  csv('bytes that are no UTF-8', (bytes) => Buffer.alloc(bytes, 0xff)),
  csv('UTF-16', (bytes) => Buffer.from(`\ufeff${'sku,stock\na,1\n'.repeat(bytes / 28)}`, 'utf16le')),
  packed('packed blank lines', () => '\n'.repeat(1000), 1000),
  packed('packed commas', () => `${','.repeat(999_999)}\n`, 1_000_000),
  packed('packed rows', (n) => `A-${n},Lamp,1,2\n`, 16),
  packed('a packed quote', (n) => (n === 0 ? '"' : 'a'.repeat(1000)), 1000),
  raw('packed twice', 'application/gzip', (bytes) =>
    gzipSync(gzipSync(Buffer.alloc(Math.min(MAX_UNPACKED, bytes * 190)))).subarray(0, bytes),
  ),
  raw('a cut gzip', 'application/gzip', () => gzipSync('sku\n'.repeat(100_000)).subarray(0, 200)),
  raw('a workbook', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', (bytes) =>
    Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\0\0\0\b\0'), Buffer.alloc(bytes - 10, 0x50)]),
  ),
  raw('a zip of many names', 'application/zip', (bytes) =>
    Buffer.from('PK\u0001\u0002xl/worksheets/sheet1.xml<c/>'.repeat(bytes / 32)),
  ),
  raw('a file in a form', 'multipart/form-data; boundary=x', (bytes) =>
    `${FORM_HEAD}${'a\n'.repeat(bytes / 2)}`.slice(0, bytes),
  ),
]
