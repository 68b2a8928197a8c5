import { strFromU8, unzipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import {
  attribute,
  attributePattern,
  formattedCells,
  inFormat,
  readFormats,
  unescaped,
} from './cell-formats.ts'
import { headKey } from './text.ts'

type Cell = string | number | boolean | Date | null | undefined

/** A row of a sheet, from 1, with its cells as text. */
interface SheetRow {
  line: number
  cells: string[]
}

/** The sheet of a workbook that is read, and the names of all others. */
export interface SheetChoice {
  name: string
  others: string[]
}

const MAX_SHEETS = 20
/** Minimum number of cells in a row of a table. A cover page has two: names and values. */
const TABLE_WIDTH = 3
/** Known names of columns in one row, from which on it names columns. */
const NAMES_OF_A_HEAD = 2
const ROWS_LOOKED_AT = 20
const DAY_CHARACTERS = 10
const THREE_DECIMALS = /\.\d{3}$/
/** Significant digits that a spreadsheet keeps. Further ones are rounding errors in a sum, and lost from a code. */
const DIGITS = 15

/**
 * Opens the sheet to be read, among those that are not hidden: the sheet whose row has the most of the `known` column names,
 * otherwise the first with a table of at least two rows with three cells or more, otherwise with fewer cells. In its rows,
 * numbers have a decimal point, and the symbol or unit that their format shows; days are like `2026-11-20`. `sheet` is null if
 * the workbook has no other.
 */
export async function openWorkbook(
  workbook: Uint8Array,
  known: ReadonlySet<string> = new Set(),
): Promise<{ sheet: SheetChoice | null; rows: AsyncGenerator<SheetRow> }> {
  const sheets = listSheets(workbook)
  const seen = sheets.filter(({ isHidden }) => !isHidden)
  const offered = (seen.length > 0 ? seen : sheets).slice(0, MAX_SHEETS)
  let best = { sheet: offered[0], names: 0, width: 0 }
  for (const sheet of offered) {
    const { names, width } = await getMeasures(workbook, sheet.index, known)
    const isHead = names >= NAMES_OF_A_HEAD
    if (isHead ? names > best.names : best.names < NAMES_OF_A_HEAD && width > best.width)
      best = { sheet, names, width }
  }
  const { sheet } = best
  const others = offered.filter((each) => each !== sheet).map(({ name }) => name)
  return {
    sheet: sheet === undefined || others.length === 0 ? null : { name: sheet.name, others },
    rows: toRows(workbook, sheet?.index ?? 0, getFormats(workbook, sheet)),
  }
}

interface Sheet {
  index: number
  name: string
  isHidden: boolean
  /** The file of the sheet in the archive; null if it is not found. */
  file: string | null
}

const LIST_OF_SHEETS = 'xl/workbook.xml'
const FILES_OF_SHEETS = 'xl/_rels/workbook.xml.rels'
const STYLES = 'xl/styles.xml'
const SHEET = /<(?:\w+:)?sheet\s([^>]*)>/g
const [ID, TARGET, NAME, STATE] = ['Id', 'Target', 'name', 'state'].map(attributePattern) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
]
const FILE_ID = attributePattern('\\w+:id')
const RELATION = /<(?:\w+:)?Relationship\s([^>]*)>/g

function unpack(workbook: Uint8Array, file: string): Uint8Array | null {
  return unzipSync(workbook, { filter: ({ name }) => name === file })[file] ?? null
}

function textOf(workbook: Uint8Array, file: string): string {
  const bytes = unpack(workbook, file)
  return bytes === null ? '' : strFromU8(bytes)
}

/** Returns the sheets in order. */
function listSheets(workbook: Uint8Array): Sheet[] {
  const files = new Map(
    [...textOf(workbook, FILES_OF_SHEETS).matchAll(RELATION)].map(([, text = '']) => [
      attribute(text, ID),
      attribute(text, TARGET)?.replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  )
  return [...textOf(workbook, LIST_OF_SHEETS).matchAll(SHEET)].map(([, text = ''], index) => ({
    index,
    name: unescaped(attribute(text, NAME) ?? ''),
    isHidden: /hidden/i.test(attribute(text, STATE) ?? ''),
    file: files.get(attribute(text, FILE_ID)) ?? null,
  }))
}

/** Returns the formatted cells of a sheet, row by row; none if no format shows anything. */
function getFormats(
  workbook: Uint8Array,
  sheet: Sheet | undefined,
): ReturnType<typeof formattedCells> | null {
  const formats = readFormats(textOf(workbook, STYLES))
  if (formats.size === 0 || !sheet?.file) return null
  const bytes = unpack(workbook, sheet.file)
  return bytes === null ? null : formattedCells(bytes, formats)
}

/**
 * Returns the most known names of columns in one of the first rows, and how many cells the second widest has, at most those of a
 * table; less than one where there is only one row.
 */
async function getMeasures(
  workbook: Uint8Array,
  sheet: number,
  known: ReadonlySet<string>,
): Promise<{ names: number; width: number }> {
  const widths: number[] = []
  let names = 0
  for await (const { cells } of toRows(workbook, sheet, null)) {
    widths.push(cells.filter((cell) => cell !== '').length)
    names = Math.max(names, new Set(cells.map(headKey).filter((key) => known.has(key))).size)
    if (widths.length === ROWS_LOOKED_AT) break
  }
  const width =
    widths.length < 2 ? widths.length / 2 : Math.min(TABLE_WIDTH, widths.toSorted((a, b) => b - a)[1]!)
  return { names, width }
}

async function* toRows(
  workbook: Uint8Array,
  sheet: number,
  formats: ReturnType<typeof formattedCells> | null,
): AsyncGenerator<SheetRow> {
  let next = formats?.next()
  for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
    while (next?.value && next.value.row < index + 1) next = formats?.next()
    const shown = next?.value && next.value.row === index + 1 ? next.value.cells : null
    const cells = (values as Cell[]).map((cell, place) => {
      const format = typeof cell === 'number' ? shown?.get(place) : undefined
      return format === undefined ? cellText(cell) : inFormat(cellText(cell), format)
    })
    if (cells.some((cell) => cell !== '')) yield { line: index + 1, cells }
  }
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const text = cell.toISOString()
    return text.endsWith('T00:00:00.000Z')
      ? text.slice(0, DAY_CHARACTERS)
      : text.replace('T', ' ').slice(0, -5)
  }
  if (typeof cell !== 'number') return String(cell)
  if (Math.abs(cell) >= 10 ** DIGITS) return cell.toExponential(DIGITS - 1).toUpperCase()
  // As text, a group of three digits could mean thousands.
  const text = String(Number(cell.toPrecision(DIGITS)))
  return THREE_DECIMALS.test(text) ? `${text}0` : text
}
