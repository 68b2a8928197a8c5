import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvCell, csvRecord, withoutGuards } from './write-record.ts'

/** Reads CSV by RFC 4180, §2, independently of the writer. */
function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        field += text[at]
      }
      at += 1
    } else {
      while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) field += text[at++]
    }
    record.push(field)
    if (text[at] === ',') at += 1
    else {
      records.push(record)
      record = []
      at += 2
    }
  }
  return records
}

const anyText = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\r', '\n', '=', '+', '-', '@', '＝', '\t', ' ', '😀'),
})

describe('T-03 a CSV record', () => {
  it('is read back as it was written, apart from the apostrophe that neutralises a formula', () => {
    forAll(fc.array(fc.array(anyText, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (table) => {
      const text = table.map((row) => csvRecord(row.map((cell) => ({ text: cell })))).join('')
      // A record with one empty field is an empty line, which cannot be told from no record.
      fc.pre(table.every((row) => row.length > 1 || row[0] !== ''))
      expect(parseCsv(text).map((row) => row.map(withoutGuards))).toEqual(table)
    })
  })

  it('has no cell that a spreadsheet would run', () => {
    forAll(anyText, (text) => {
      const [[cell = ''] = []] = parseCsv(csvRecord([{ text }, { text: 'x' }]))
      expect(cell).not.toMatch(/^[=+\-@＝\t\r\n]/)
    })
  })

  it('has no cell that would run in a spreadsheet that splits cells at semicolons', () => {
    forAll(anyText, (text) => {
      const cells = csvRecord([{ text: 'x' }, { text }]).split(/[;\t\r\n]/)
      for (const cell of cells) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+\-@＝]/)
    })
  })

  it.each<[CsvCell, string]>([
    [{ text: '=HYPERLINK("http://evil.example")' }, `"'=HYPERLINK(""http://evil.example"")"`],
    [{ text: '-20 % Mug' }, `'-20 % Mug`],
    [{ text: "Mug;=1+cmd|' /C calc'!A0" }, `"Mug;'=1+cmd|' /C calc'!A0"`],
    [{ text: 'Mug; 2-pack' }, '"Mug; 2-pack"'],
    [{ text: 'Espresso, 1 kg' }, '"Espresso, 1 kg"'],
    [{ text: null }, ''],
    [{ number: -3 }, '-3'],
    [{ number: 2.5 }, '2.5'],
    [{ number: null }, ''],
  ])('writes %j as %s', (cell, expected) => {
    expect(csvRecord([cell])).toBe(`${expected}\r\n`)
  })
})
