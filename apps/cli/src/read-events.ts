import type { ToldEvent } from '@stockcast/forecasting/forecast'
import { toEpochDay } from './calendar-day.ts'
import { firstCell, getLines, type Line, toText } from './csv-lines.ts'
import { atLine, InputError } from './input-error.ts'

const COLUMNS = ['name', 'kind', 'from', 'to', 'scope', 'effect', 'repeat'] as const
const REQUIRED = ['kind', 'from', 'to'] as const
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>

const KINDS: Readonly<Record<string, ToldEvent['kind']>> = {
  closed: 'closed',
  promotion: 'sale',
  sale: 'sale',
  holiday: 'sale',
  launch: 'sale',
  usual: 'usual',
  data_fault: 'fault',
}
const REPEATS: Readonly<Record<string, ToldEvent['repeats']>> = {
  'yearly same date': 'yearly',
  yearly: 'yearly',
  'yearly same weekday': 'yearly_weekday',
}
const MAX_DAYS = 365

/**
 * Reads the events of a shop: `kind,from,to` and, in any order, `name`, `scope` (all, or `products` and their series ids), `effect` in
 * per cent more or less than usual, and `repeat` (none, yearly same date, yearly same weekday, or further first days). Ids and dates are
 * separated by semicolons.
 */
export function readEvents(bytes: Uint8Array, file: string, ids: readonly string[]): ToldEvent[] {
  const [head, ...lines] = [...getLines(bytes)]
  if (!head)
    throw new InputError(`${file} is empty. Its first line must name the columns ${REQUIRED.join(', ')}.`)
  const columns = toCells(bytes, head, file).map((cell) => cell.trim().toLowerCase())
  const unknown = columns.find((column) => !(COLUMNS as readonly string[]).includes(column))
  if (unknown !== undefined)
    throw new InputError(`${file} has the column ${unknown}; its columns may be ${COLUMNS.join(', ')}.`)
  const missing = REQUIRED.find((column) => !columns.includes(column))
  if (missing) throw new InputError(`${file} has no column ${missing}; it needs ${REQUIRED.join(', ')}.`)
  const known = new Set(ids)
  return lines.flatMap((line) => {
    const cells: Cells = Object.fromEntries(
      toCells(bytes, line, file).map((cell, i) => [columns[i] ?? '', cell.trim()]),
    )
    return getEvents(cells, known, (problem) => atLine(file, line.number, problem))
  })
}

function toCells(bytes: Uint8Array, line: Line, file: string): string[] {
  const cells: string[] = []
  for (let start = line.start; start <= line.end; ) {
    const cell = start === line.end ? { text: '', next: line.end + 1 } : firstCell(bytes, { ...line, start })
    if (!cell)
      throw atLine(file, line.number, `the quote of ${toText(bytes, start, line.end)} is not closed.`)
    cells.push(cell.text)
    start = cell.next
  }
  return cells
}

function getEvents(
  cells: Cells,
  known: ReadonlySet<string>,
  refusal: (problem: string) => Error,
): ToldEvent[] {
  const kind = KINDS[(cells.kind ?? '').toLowerCase()]
  if (!kind) throw refusal(`kind is ${cells.kind}; it must be one of ${Object.keys(KINDS).join(', ')}.`)
  const [from, to] = [toDay('from', cells.from, refusal), toDay('to', cells.to, refusal)]
  if (from > to) throw refusal(`from is ${cells.from}, after to, ${cells.to}.`)
  if (to - from >= MAX_DAYS) throw refusal(`it lasts more than ${MAX_DAYS} days.`)
  const effect = getEffect(cells.effect, refusal)
  const series = getSeries(cells.scope, known, refusal)
  const event: ToldEvent = { kind, from, to, ...(effect !== null && { effect }), ...(series && { series }) }
  const repeat = (cells.repeat ?? '').toLowerCase()
  if (repeat === '' || repeat === 'none') return [event]
  const repeats = REPEATS[repeat]
  if (repeats) return [{ ...event, repeats }]
  const further = repeat.split(';').map((day) => toDay('repeat', day.trim(), refusal))
  return [event, ...further.map((day) => ({ ...event, from: day, to: day + to - from }))]
}

function toDay(column: string, text: string | undefined, refusal: (problem: string) => Error): number {
  const day = toEpochDay(text ?? '')
  if (day === null) throw refusal(`${column} is ${text ?? ''}; it must be a date YYYY-MM-DD.`)
  return day
}

function getEffect(text: string | undefined, refusal: (problem: string) => Error): number | null {
  if (!text) return null
  const percent = Number(text.replace(/\s*%$/, ''))
  if (!(percent >= -100 && percent <= 100_000))
    throw refusal(`effect is ${text}; it must be a percentage from -100.`)
  return 1 + percent / 100
}

function getSeries(
  text: string | undefined,
  known: ReadonlySet<string>,
  refusal: (problem: string) => Error,
): string[] | null {
  if (!text || text.toLowerCase() === 'all') return null
  const ids = text
    .replace(/^products:?/i, '')
    .split(';')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0) throw refusal(`scope is ${text}; it must be all, or products and their series ids.`)
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw refusal(`series_id ${missing} is not in the sales.`)
  return ids
}
