import { streamXlsxRows } from 'hucre/xlsx'

type Cell = string | number | boolean | Date | null | undefined

/** A row of a sheet, from 1, with its cells as text. */
interface SheetRow {
  line: number
  cells: string[]
}

const MOST_SHEETS = 20
const DAY_CHARACTERS = 10
const THREE_DECIMALS = /\.\d{3}$/

/** Yields the rows of the first sheet that has any. Numbers have a point before decimals, and days are like `2026-11-20`. */
export async function* workbookRows(workbook: Uint8Array): AsyncGenerator<SheetRow> {
  for (let sheet = 0; sheet < MOST_SHEETS; sheet++) {
    let isEmpty = true
    for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
      const cells = (values as Cell[]).map(cellText)
      if (cells.every((cell) => cell === '')) continue
      isEmpty = false
      yield { line: index + 1, cells }
    }
    if (!isEmpty) return
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
