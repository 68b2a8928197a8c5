import { toDate } from './calendar-day.ts'
import { firstCell, getLines, type Line, toText } from './csv-lines.ts'
import { atLine, InputError } from './input-error.ts'
import { readHeader, type Sales } from './read-sales.ts'

/**
 * Reads the closing stock in the same shape as the sales: `series_id`, then one column for each day without gaps.
 * Returns 1 for each day of the sales that ended without stock, in rows as the units. An empty cell is an
 * unknown stock; unknown are also series and days that are not in the file. Days after the origin are checked
 * and dropped.
 */
export function readStockHistory(
  bytes: Uint8Array,
  file: string,
  sales: Sales,
): Uint8Array<SharedArrayBuffer> {
  const lines = [...getLines(bytes)]
  const header = lines.shift()
  if (!header)
    throw new InputError(`${file} is empty. Its first line must be series_id and one column per day.`)
  const { firstDay, columns } = readHeader(toText(bytes, header.start, header.end), file)
  const offset = firstDay - sales.firstDay
  if (offset >= sales.days || offset + columns <= 0) {
    const range = `${toDate(firstDay)} to ${toDate(firstDay + columns - 1)}`
    throw new InputError(`${file} has no day of the sales up to the origin; its days are ${range}.`)
  }
  const outOfStock = new Uint8Array(new SharedArrayBuffer(sales.ids.length * sales.days))
  const rowOfId = new Map(sales.ids.map((id, row) => [id, row]))
  const lineOfRow = new Map<number, number>()
  for (const line of lines) {
    const cell = firstCell(bytes, line)
    if (!cell) throw atLine(file, line.number, 'the quote of the series_id is not closed.')
    const row = rowOfId.get(cell.text)
    if (row === undefined) throw atLine(file, line.number, `series_id ${cell.text} is not in the sales.`)
    const earlier = lineOfRow.get(row)
    if (earlier) throw atLine(file, line.number, `series_id ${cell.text} was already on line ${earlier}.`)
    lineOfRow.set(row, line.number)
    const days = outOfStock.subarray(row * sales.days, (row + 1) * sales.days)
    readRow(bytes, cell.next, line, { file, columns, offset }, days)
  }
  return outOfStock
}

/** Marks the days of one row on which the stock was zero or less. */
function readRow(
  bytes: Uint8Array,
  start: number,
  line: Line,
  shape: { file: string; columns: number; offset: number },
  days: Uint8Array,
): void {
  const { file, columns, offset } = shape
  const cells = start > line.end ? [] : toText(bytes, start, line.end).split(',')
  if (cells.length !== columns)
    throw atLine(file, line.number, `${cells.length} cells after the series_id, ${columns} expected.`)
  cells.forEach((text, column) => {
    if (text === '') return
    if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(text))
      throw atLine(file, line.number, `column ${column + 2} is ${text}; closing stock must be a number.`)
    const day = column + offset
    if (day >= 0 && day < days.length && Number(text) <= 0) days[day] = 1
  })
}
