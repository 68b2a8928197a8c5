import { forAll, inCases } from '@stockcast/testkit/for-all'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, createCsvParser, parseTable } from './csv-parser.ts'
import { getDelimiter } from './delimiters.ts'

const limits = { rows: 100, cells: 1000, columns: 50, rowCharacters: 1000, cellCharacters: 500 }

function read(pieces: readonly string[]): CsvRecord[] {
  const parser = createCsvParser(',', limits)
  return [...pieces.flatMap((piece) => parser.read(piece)), ...parser.end()]
}

/** The records of the library that other programs use, without blank ones. */
function byLibrary(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let lastLine = 0
  parse(text, {
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells: string[], { lines }) => {
      if (cells.some((cell) => cell.trim() !== '')) records.push({ line: lastLine + 1, cells })
      lastLine = lines
      return null
    },
  })
  return records
}

const outcome = (work: () => CsvRecord[]) => {
  try {
    return work()
  } catch {
    return 'refused'
  }
}

const texts = fc
  .array(fc.constantFrom('a', ' ', '"', '""', ',', '\n', '",', '\n"', 'é', '😀'), { maxLength: 40 })
  .map((parts) => parts.join(''))

const toCells = (text: string) => parseTable(text, limits).map(({ cells }) => cells)

it.each<[string, string[][]]>([
  [
    '"sku,day"\n"MUG-1,2026-11-03"',
    [
      ['sku', 'day'],
      ['MUG-1', '2026-11-03'],
    ],
  ],
  [
    '"sku;name"\r\n"A;12"" Mug"\r\n',
    [
      ['sku', 'name'],
      ['A', '12" Mug'],
    ],
  ],
  [
    '"sku,name",,\n"A,""Mug, blue""",,',
    [
      ['sku', 'name'],
      ['A', 'Mug, blue'],
    ],
  ],
  ['"name"\n"Mug, blue"', [['name'], ['Mug, blue']]],
])('rows that are quoted as a whole: %j are read as rows', (text, rows) =>
  expect(toCells(text)).toEqual(rows),
)

describe('a parsed CSV text', () => {
  it('has the records and lines that csv-parse finds, with quotation marks anywhere', () => {
    inCases(3000, texts, (text) => {
      expect(outcome(() => read([text]))).toEqual(outcome(() => byLibrary(text)))
    })
  })

  it('has the same records in whatever pieces it comes', () => {
    forAll(texts, fc.array(fc.nat(40)), (text, cuts) => {
      const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
      const pieces = at.slice(1).map((end, i) => text.slice(at[i], end))
      expect(outcome(() => read(pieces))).toEqual(outcome(() => read([text])))
    })
  })

  it.each([
    ['a;b;c\n1,2;3', ';'],
    ['"a,b,c"\td\n', '\t'],
    ['a', ','],
    ['"a;b;c;d', ';'],
  ])('of %j has the delimiter %j', (text, delimiter) => {
    expect(getDelimiter(text)).toBe(delimiter)
  })
})

it.each<[string, string[][]]>([
  [
    'sep=;\r\na;b\r\n1;2,5\r\n',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'SKU;Name;Received\nM;Mug, 12;10\n',
    [
      ['SKU', 'Name', 'Received'],
      ['M', 'Mug, 12', '10'],
    ],
  ],
  [
    'SKU,Name,Received\nM,12" Mug,10\n',
    [
      ['SKU', 'Name', 'Received'],
      ['M', '12" Mug', '10'],
    ],
  ],
  ...['sep=;\na;b\n1;2', '"sep=;"\na;b\n1;2', 'SEP=|\na|b\n1|2', 'sep=;;;\na;b\n1;2', 'sep=,\na,b\n1,2'].map<
    [string, string[][]]
  >((text) => [
    text,
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ]),
  ...['12"x8" tray', 'Mug 12"', '5" – 12"', 'Mug "L"', 'Mug, 12" and 5'].map<[string, string[][]]>((name) => [
    `SKU;Name;Received\nM;${name};10`,
    [
      ['SKU', 'Name', 'Received'],
      ['M', name, '10'],
    ],
  ]),
])('a small table of %j has the cells %j', (text, cells) => {
  expect(parseTable(text, limits).map((record) => record.cells)).toEqual(cells)
})

describe('a limit of the parser', () => {
  it.each([
    ['rows', '\n'.repeat(101), '\n'],
    ['cells', 'a,b,c,d,e,f,g,h,i,j\n'.repeat(100), 'a\n'],
    ['columns', ','.repeat(50), ','],
    ['cellCharacters', 'x'.repeat(500), 'x'],
    ['cellCharacters', `"${'x'.repeat(500)}`, 'x'],
    ['rowCharacters', `${'x'.repeat(250)},`.repeat(4), 'x'],
  ])('of %s lets a text pass that just reaches it, and stops at the next character', (code, text, next) => {
    const parser = createCsvParser(',', limits)
    parser.read(text)
    expect(() => parser.read(next)).toThrow(expect.objectContaining({ code }))
  })

  it('lets the records above it be read, however the text is divided', () => {
    forAll(fc.nat(150), (size) => {
      const text = `sku,day\n${'\n'.repeat(150)}`
      const parser = createCsvParser(',', limits)
      const found: CsvRecord[] = []
      expect(() => {
        for (const piece of [text.slice(0, size), text.slice(size)]) found.push(...parser.read(piece))
        parser.end()
      }).toThrow(expect.objectContaining({ code: 'rows' }))
      expect(found).toEqual([{ line: 1, cells: ['sku', 'day'] }])
    })
  })
})
