import { toDate, toEpochDay } from './calendar-day.ts'
import { firstCell, type Line, LineSplitter, toText } from './csv-lines.ts'
import { atLine, InputError } from './input-error.ts'
import { type PackedUnits, UnitsPacker } from './packed-units.ts'
import { readPieces } from './read-bytes.ts'
import { type RowShape, readRow } from './read-row.ts'

/** Daily units of every series up to the origin. */
export interface Sales {
  ids: string[]
  /** Epoch day of the first day column. */
  firstDay: number
  /** Days from `firstDay` to the origin. */
  days: number
  /** The units of each series from its first value to the origin; none if it has no value up to then. */
  units: PackedUnits
  /**
   * 1 for a day that ended without stock, ids.length × days, in memory that threads share; null if no stock
   * history was given.
   */
  outOfStock: Uint8Array<SharedArrayBuffer> | null
}

/**
 * Reads a wide CSV: `series_id`, then one column for each day without gaps. An empty cell means not yet on
 * sale. Values after the origin are validated and dropped. Throws an InputError that names the line.
 */
export function readSales(bytes: Uint8Array, file: string, origin: number): Sales {
  const reader = new SalesReader(file, origin)
  reader.add(bytes)
  return reader.sales()
}

/** Reads the same from a file, compressed or not, without holding all of its text. */
export async function readSalesFile(file: string, origin: number): Promise<Sales> {
  const reader = new SalesReader(file, origin)
  for await (const piece of readPieces(file)) reader.add(piece)
  return reader.sales()
}

class SalesReader {
  readonly #file: string
  readonly #origin: number
  readonly #ids: string[] = []
  readonly #lineOfId = new Map<string, number>()
  readonly #packer = new UnitsPacker()
  readonly #lines = new LineSplitter((bytes, line) => this.#addLine(bytes, line))
  #shape: RowShape | null = null
  #firstDay = 0
  #units = new Float64Array(0)

  constructor(file: string, origin: number) {
    this.#file = file
    this.#origin = origin
  }

  add(piece: Uint8Array): void {
    this.#lines.add(piece)
  }

  sales(): Sales {
    this.#lines.end()
    if (!this.#shape)
      throw new InputError(`${this.#file} is empty. Its first line must be series_id and one column per day.`)
    const { days } = this.#shape
    const units = this.#packer.packed()
    return { ids: this.#ids, firstDay: this.#firstDay, days, units, outOfStock: null }
  }

  #addLine(bytes: Uint8Array, line: Line): void {
    const shape = this.#shape
    if (!shape) this.#readShape(toText(bytes, line.start, line.end))
    else {
      const firstColumn = readRow(bytes, this.#readId(bytes, line), line, shape, this.#units)
      this.#packer.add(this.#units.subarray(firstColumn))
    }
  }

  #readShape(header: string): void {
    const [file, origin] = [this.#file, this.#origin]
    const { firstDay, columns } = readHeader(header, file)
    const days = origin - firstDay + 1
    if (days < 1 || days > columns) {
      const last = toDate(firstDay + columns - 1)
      throw new InputError(
        `--origin ${toDate(origin)} is not among the days of ${file}: ${toDate(firstDay)} to ${last}.`,
      )
    }
    this.#shape = { file, columns, days }
    this.#firstDay = firstDay
    this.#units = new Float64Array(days)
  }

  /** Adds the id of a line, and returns where its first value starts. */
  #readId(bytes: Uint8Array, line: Line): number {
    const cell = firstCell(bytes, line)
    if (!cell || cell.text === '')
      throw atLine(this.#file, line.number, 'the series_id is missing or its quote is not closed.')
    const earlier = this.#lineOfId.get(cell.text)
    if (earlier)
      throw atLine(this.#file, line.number, `series_id ${cell.text} was already on line ${earlier}.`)
    this.#lineOfId.set(cell.text, line.number)
    this.#ids.push(cell.text)
    return cell.next
  }
}

/** Reads the first line: `series_id`, then days without gaps. */
export function readHeader(text: string, file: string): { firstDay: number; columns: number } {
  const [name, ...dates] = text.split(',')
  if (name !== 'series_id') throw atLine(file, 1, `the first column must be series_id, not ${name}.`)
  if (dates.length === 0) throw atLine(file, 1, 'there is no day column after series_id.')
  const firstDay = toEpochDay(dates[0] as string)
  for (let i = 0; i < dates.length; i++) {
    if (firstDay !== null && dates[i] === toDate(firstDay + i)) continue
    const isDate = toEpochDay(dates[i] as string) !== null
    const problem = isDate ? `; the day after ${dates[i - 1]} was expected.` : ', not a date YYYY-MM-DD.'
    throw atLine(file, 1, `column ${i + 2} is ${dates[i]}${problem}`)
  }
  return { firstDay: firstDay as number, columns: dates.length }
}
