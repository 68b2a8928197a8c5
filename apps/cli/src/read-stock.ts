import { firstCell, getLines, toText } from './csv-lines.ts'
import { atLine, InputError } from './input-error.ts'

/** A stock level of the stock file. */
export interface StockLine {
  /** Row of the series among the sales. */
  row: number
  onHand: number
}

/**
 * Reads `series_id,on_hand`, units of zero or more; a series may have several lines, in any order. Throws an `InputError`
 * that names the line.
 */
export function readStock(bytes: Uint8Array, file: string, ids: readonly string[]): StockLine[] {
  const lines = [...getLines(bytes)]
  const header = lines.shift()
  if (!header || toText(bytes, header.start, header.end) !== 'series_id,on_hand') {
    throw new InputError(`${file}, line 1: the header must be series_id,on_hand.`)
  }
  const rowOfId = new Map(ids.map((id, row) => [id, row]))
  return lines.map((line) => {
    const cell = firstCell(bytes, line)
    if (!cell) throw atLine(file, line.number, 'the quote of the series_id is not closed.')
    const row = rowOfId.get(cell.text)
    if (row === undefined) throw atLine(file, line.number, `series ${cell.text} is not in the input.`)
    const text = toText(bytes, Math.min(cell.next, line.end), line.end)
    if (cell.next > line.end || !/^\d+(\.\d+)?$/.test(text)) {
      throw atLine(file, line.number, `on_hand is ${text || 'empty'}; it must be a number of zero or more.`)
    }
    return { row, onHand: Number(text) }
  })
}
