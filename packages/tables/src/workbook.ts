import { strFromU8, unzipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'

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
/** Cells of a row that is one of a table. A cover page has names and values: two. */
const TABLE_WIDTH = 3
const ROWS_LOOKED_AT = 20
const DAY_CHARACTERS = 10
const THREE_DECIMALS = /\.\d{3}$/

/**
 * Opens the first sheet that has a table: two rows with three cells or more, or if none has, with fewer. In its rows numbers have a
 * point before decimals, and days are like `2026-11-20`. `sheet` is null where the workbook has no other.
 */
export async function openWorkbook(
  workbook: Uint8Array,
): Promise<{ sheet: SheetChoice | null; rows: AsyncGenerator<SheetRow> }> {
  let best = { sheet: 0, width: 0 }
  for (let sheet = 0; sheet < MAX_SHEETS && best.width < TABLE_WIDTH; sheet++) {
    const width = await getWidth(workbook, sheet)
    if (width > best.width) best = { sheet, width }
  }
  const names = sheetNames(workbook)
  const name = names[best.sheet]
  const others = names.filter((_, index) => index !== best.sheet)
  return {
    sheet: name === undefined || others.length === 0 ? null : { name, others },
    rows: toRows(workbook, best.sheet),
  }
}

const LIST_OF_SHEETS = 'xl/workbook.xml'
const SHEET_NAME = /<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"/g
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the names of the sheets in order. */
function sheetNames(workbook: Uint8Array): string[] {
  const list = unzipSync(workbook, { filter: ({ name }) => name === LIST_OF_SHEETS })[LIST_OF_SHEETS]
  const xml = list === undefined ? '' : strFromU8(list)
  return [...xml.matchAll(SHEET_NAME)].map(([, name]) =>
    name!.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: keyof typeof ENTITIES) => ENTITIES[entity]),
  )
}

/** Returns how many cells the second widest of the first rows has, at most those of a table; less than one where there is only one row. */
async function getWidth(workbook: Uint8Array, sheet: number): Promise<number> {
  const widths: number[] = []
  for await (const { cells } of toRows(workbook, sheet)) {
    widths.push(cells.filter((cell) => cell !== '').length)
    if (widths.length === ROWS_LOOKED_AT) break
  }
  if (widths.length < 2) return widths.length / 2
  return Math.min(TABLE_WIDTH, widths.toSorted((a, b) => b - a)[1]!)
}

async function* toRows(workbook: Uint8Array, sheet: number): AsyncGenerator<SheetRow> {
  for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
    const cells = (values as Cell[]).map(cellText)
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
  // As text, a group of three digits could mean thousands.
  const text = String(cell)
  return THREE_DECIMALS.test(text) ? `${text}0` : text
}
