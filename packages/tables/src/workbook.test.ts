import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readFormat } from './cell-formats.ts'
import { openWorkbook } from './workbook.ts'

interface Sheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  rows: (string | number | { v: number; s: number } | null)[][]
}

/** The index of each format is that of its style, from 1. */
const FORMATS = [
  '00000',
  '"€"#,##0.00',
  '[$GBP] #,##0.00',
  '0" cases"',
  'dd/mm/yyyy',
  '#,##0.00;[Red]-#,##0.00',
]

function book(...sheets: Sheet[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const cell = (value: Sheet['rows'][number][number], place: string) => {
    if (value === null) return ''
    if (typeof value === 'string') return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
    const { v, s } = typeof value === 'number' ? { v: value, s: 0 } : value
    return `<c r="${place}" s="${s}"><v>${v}</v></c>`
  }
  const row = (cells: Sheet['rows'][number], i: number) =>
    `<row r="${i + 1}">${cells.map((value, at) => cell(value, `${'ABCDEF'[at]}${i + 1}`)).join('')}</row>`
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
      .map(
        ({ name, state = '' }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}" ${state && `state="${state}"`} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, i) =>
          `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${FORMATS.map(
      (code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${attribute(code)}"/>`,
    ).join(
      '',
    )}</numFmts><cellXfs><xf numFmtId="0"/>${FORMATS.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
      ]),
    ),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

async function read(workbook: Uint8Array, known: readonly string[] = []) {
  const { sheet, rows } = await openWorkbook(workbook, new Set(known))
  const cells: string[][] = []
  for await (const row of rows) cells.push(row.cells)
  return { sheet, cells }
}

const stock = (sku: string) => [
  ['Product', 'SKU', 'Stock'],
  ['Mug', sku, 12],
]

describe('the sheet that is read', () => {
  it.each(['hidden', 'veryHidden'] as const)('is none that is %s', async (state) => {
    const workbook = book({ name: 'Old', state, rows: stock('OLD') }, { name: 'Now', rows: stock('NEW') })
    expect(await read(workbook)).toEqual({
      sheet: null,
      cells: [
        ['Product', 'SKU', 'Stock'],
        ['Mug', 'NEW', '12'],
      ],
    })
  })

  it('is the one with the row that names the most known columns, wherever it is', async () => {
    const summary = {
      name: 'Summary',
      rows: [
        ['Category', 'Count', 'Value'],
        ['Mugs', 5, 12],
      ],
    }
    const workbook = book(summary, { name: 'Products', rows: stock('NEW') })
    expect((await read(workbook)).sheet).toEqual({ name: 'Summary', others: ['Products'] })
    const { sheet, cells } = await read(workbook, ['product', 'sku', 'stock'])
    expect(sheet).toEqual({ name: 'Products', others: ['Summary'] })
    expect(cells[1]).toEqual(['Mug', 'NEW', '12'])
  })

  it('is the first of several that name equally many', async () => {
    const workbook = book({ name: 'Jan', rows: stock('A') }, { name: 'Feb', rows: stock('B') })
    expect((await read(workbook, ['sku', 'stock'])).sheet).toEqual({ name: 'Jan', others: ['Feb'] })
  })
})

describe('a number in a workbook', () => {
  it('is read with the zeros, the currency and the unit that its format shows', async () => {
    const rows = [
      ['SKU', 'Cost', 'Price', 'Pack', 'Day', 'Stock'],
      [
        { v: 12, s: 1 },
        { v: 3.5, s: 2 },
        { v: 4, s: 3 },
        { v: 6, s: 4 },
        { v: 46_346, s: 5 },
        { v: 7, s: 6 },
      ],
      [null, null, { v: 5, s: 3 }],
    ]
    expect((await read(book({ name: 'S', rows }))).cells).toEqual([
      ['SKU', 'Cost', 'Price', 'Pack', 'Day', 'Stock'],
      ['00012', '€3.5', 'GBP4', '6 cases', '2026-11-20', '7'],
      ['', '', 'GBP5'],
    ])
  })

  it('has no digits that only a sum of fractions made', async () => {
    const { cells } = await read(
      book({
        name: 'S',
        rows: [
          ['a', 'b'],
          [11.999999999999998, 0.1 + 0.2],
        ],
      }),
    )
    expect(cells[1]).toEqual(['12', '0.3'])
  })

  it('shows with an exponent that a code has more digits than a spreadsheet keeps', async () => {
    const { cells } = await read(
      book({
        name: 'S',
        rows: [
          ['a', 'b'],
          [1.2345678901234567e19, 123456789012345],
        ],
      }),
    )
    expect(cells[1]).toEqual(['1.23456789012346E+19', '123456789012345'])
  })

  it.each([
    ['General', null],
    ['0', null],
    ['#,##0.00', null],
    ['0%', null],
    ['[$-409]d-mmm-yy;@', null],
    ['0.00E+00', null],
    ['000-000', null],
    ['_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', null],
    ['#,##0.00\\ [$€-407]', { before: '', behind: '€', digits: 1 }],
    ['[$$-409]#,##0.00', { before: '$', behind: '', digits: 1 }],
    ['"PO-"0000', { before: 'PO-', behind: '', digits: 4 }],
    ['0 "pcs";-0 "pcs"', { before: '', behind: 'pcs', digits: 1 }],
  ])('of the format %s shows %j', (code, format) => expect(readFormat(code)).toEqual(format))
})
