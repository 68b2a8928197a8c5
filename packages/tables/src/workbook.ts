import { streamXlsxRows } from 'hucre/xlsx'

type Cell = string | number | boolean | Date | null | undefined

/** A row of a sheet, from 1, with its cells as text. */
interface SheetRow {
  line: number
  cells: string[]
}

const MOST_SHEETS = 20
/** Cells of a row that is one of a table. A cover page has names and values: two. */
const TABLE_WIDTH = 3
const ROWS_LOOKED_AT = 20
const DAY_CHARACTERS = 10
const THREE_DECIMALS = /\.\d{3}$/

/**
 * Yields the rows of the first sheet that has a table: two rows with three cells or more, or if none has, with fewer. Numbers have a
 * point before decimals, and days are like `2026-11-20`.
 */
export async function* workbookRows(workbook: Uint8Array): AsyncGenerator<SheetRow> {
  let best = { sheet: 0, width: 0 }
  for (let sheet = 0; sheet < MOST_SHEETS && best.width < TABLE_WIDTH; sheet++) {
    const width = await widthOf(workbook, sheet)
    if (width > best.width) best = { sheet, width }
  }
  yield* rowsOf(workbook, best.sheet)
}

/** Returns how many cells the second widest of the first rows has, at most those of a table; less than one where there is only one row. */
async function widthOf(workbook: Uint8Array, sheet: number): Promise<number> {
  const widths: number[] = []
  for await (const { cells } of rowsOf(workbook, sheet)) {
    widths.push(cells.filter((cell) => cell !== '').length)
    if (widths.length === ROWS_LOOKED_AT) break
  }
  if (widths.length < 2) return widths.length / 2
  return Math.min(TABLE_WIDTH, widths.toSorted((a, b) => b - a)[1]!)
}

async function* rowsOf(workbook: Uint8Array, sheet: number): AsyncGenerator<SheetRow> {
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
