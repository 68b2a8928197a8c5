import { type Reading, shown } from './reading.ts'
import { cellText, plainSigns } from './text.ts'

/** How the names of each month begin in languages of Europe, without accents. */
const MONTHS = [
  'jan|ene|gen|sty',
  'feb|fev|lut',
  'mar|mrz|maa',
  'apr|avr|abr|kwi',
  'may|mai|mei|mag|maj',
  'jun|juin|giu|cze',
  'jul|juil|lug|lip',
  'aug|aou|ago|sie',
  'sep|set|wrz',
  'oct|okt|ott|out|paz',
  'nov|lis',
  'dec|dez|dic|gru',
].map((names) => new RegExp(`^(?:${names})`))
/** A time after a day, which does not change the day. */
const TIME = String.raw`(?:[Tt ,]+\d{1,2}[:.]\d{2}.*)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`)
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})(?:[-/ ]|\. ?)(\d{1,2})(?:[-/ ]|\. ?)(\d{4}|\d{2})${TIME}$`)
const DAY_MONTH = new RegExp(
  String.raw`^(?:[a-z]+[.,]*? )?(\d{1,2})(?:st|nd|rd|th|er)?[.]?[-/ ]?(?:de )?([a-z]{3,10})[.,]?[-/ ]?(?:de )?(\d{4}|\d{2})${TIME}$`,
)
const MONTH_DAY = new RegExp(
  String.raw`^(?:[a-z]+,? )?([a-z]{3,9})[.]? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d{2})${TIME}$`,
)
const COMPACT = /^(20\d{2})(0[1-9]|1[0-2])([0-3]\d)$/
/** Days since 30 December 1899, as a spreadsheet stores them: 2000 to 2099. */
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/
const FIRST_SERIAL = 36_526
const LAST_SERIAL = 73_050
const EPOCH_SERIAL = 25_569
const DAY_MS = 86_400_000
const CENTURY = 2000
const MAX_REMEMBERED = 5000

/** Three parts of two digits each; the first may be the year. */
const SHORT = new RegExp(String.raw`^(\d{2})([-/])(\d{2})\2(\d{2})${TIME}$`)
/** Two-digit numbers that can be a year: 2010 to 2049. */
const SHORT_YEARS = { first: 10, last: 49 }
/** A date such as 2026年11月20日. */
const EAST_ASIAN = /^(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日?/
/** A weekday before a date of numbers. */
const WEEKDAY = /^[a-z]{2,10}[.,]*\s+(?=\d{1,4}[-/.]\d)/

/** A date with points between its parts begins with the day in every country that writes dates with points. */
const POINTS = /^\d{1,2}\. ?\d{1,2}\./

/** The part with which a date such as 03/04/2026 begins; if the year comes first, the part after the year. */
type Order = 'day' | 'month' | 'year_day' | 'year_month'

/** Reads the days of one file's columns, whose cells all have the same order. */
export interface DateReader {
  /** Registers a cell, so that all cells of the column decide the order of each date. */
  note(cell: string): void
  /** Returns the day as `2026-11-20`. Refuses a date if it is unclear whether the day or the month comes first. */
  day(cell: string): Reading<string>
}

export function dateReader(): DateReader {
  const seen = new Set<Order>()
  const short: ShortDates = { firsts: new Set(), lasts: new Set() }
  // Most cells repeat a day.
  const noted = new Set<string>()
  const readings = new Map<string, Reading<string>>()
  return {
    note: (cell) => {
      if (noted.has(cell)) return
      if (noted.size < MAX_REMEMBERED) noted.add(cell)
      const text = plain(cell)
      const [, first, , , last] = SHORT.exec(text) ?? []
      if (first !== undefined && last !== undefined) {
        short.firsts.add(Number(first))
        short.lasts.add(Number(last))
      }
      const order = certainOrder(text)
      if (order) seen.add(order)
    },
    day: (cell) => {
      const known = readings.get(cell)
      if (known) return known
      const reading = readDay(cell, { seen, short })
      if (readings.size < MAX_REMEMBERED) readings.set(cell, reading)
      return reading
    },
  }
}

/** The first and last parts of those dates of a column that are like 26-11-20. */
interface ShortDates {
  firsts: Set<number>
  lasts: Set<number>
}

/** Returns whether the year is the first or the last part: the one with fewer distinct numbers, if all could be years; null if undecided. */
function placeOfYear({ firsts, lasts }: ShortDates): 'first' | 'last' | null {
  const canBe = (numbers: ReadonlySet<number>) =>
    [...numbers].every((number) => number >= SHORT_YEARS.first && number <= SHORT_YEARS.last)
  if (!canBe(firsts)) return 'last'
  if (!canBe(lasts)) return 'first'
  if (firsts.size === lasts.size) return null
  return firsts.size < lasts.size ? 'first' : 'last'
}

/** Reads a date such as 26-11-20 whose year may stand first; null if it stands last. */
function yearFirstOrAsked(text: string, cell: string, short: ShortDates): Reading<string> | null {
  const [, first, sign, second, last] = SHORT.exec(text) ?? []
  const yearFirst = toDay(first, Number(second), last)
  const place = yearFirst === null ? 'last' : placeOfYear(short)
  if (place === 'first') return { value: yearFirst! }
  const yearLast = toDay(last, Number(second), first)
  // With slashes nearly everybody writes the year last.
  return place === null && sign === '-' && yearLast !== null ? twoDays(cell, yearFirst!, yearLast) : null
}

function readDay(
  cell: string,
  { seen, short }: { seen: ReadonlySet<Order>; short: ShortDates },
): Reading<string> {
  const text = plain(cell)
  if (SHORT.test(text)) {
    const read = yearFirstOrAsked(text, cell, short)
    if (read !== null) return read
  }
  const certain = certainDay(text)
  const [, first, second, year] = YEAR_LAST.exec(text) ?? []
  const none = { reason: `${shown(cell)} is not a day such as 2026-11-20` }
  if (seen.has('year_day') && !seen.has('year_month') && YEAR_FIRST.test(text))
    return yearDayMonth(text, cell)
  if (certain !== undefined) return certain === null ? none : { value: certain }
  if (first === undefined) return none
  const dayFirst = toDay(year, Number(second), first)
  const monthFirst = toDay(year, Number(first), second)
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) {
    const only = dayFirst ?? monthFirst
    return only === null ? none : { value: only }
  }
  if (POINTS.test(text)) return { value: dayFirst }
  if (seen.has('day') === seen.has('month')) return twoDays(cell, dayFirst, monthFirst)
  return { value: seen.has('day') ? dayFirst : monthFirst }
}

const twoDays = (cell: string, one: string, other: string) =>
  ({
    isAmbiguous: true,
    reason: `${shown(cell)} can mean ${one} or ${other}; write days as 2026-11-20`,
  }) as const

/** Reads a day of a column that has some like 2026-25-11 and none like 2026-11-25: either order may be meant. */
function yearDayMonth(text: string, cell: string): Reading<string> {
  const [, year, second, third] = YEAR_FIRST.exec(text) ?? []
  const day = toDay(year, Number(third), second)
  const usual = toDay(year, Number(second), third)
  if (usual === null) return { reason: `${shown(cell)} is not a day such as 2026-11-20` }
  return day === null || day === usual ? { value: usual } : twoDays(cell, usual, day)
}

function plain(cell: string): string {
  const text = plainSigns(cellText(cell)).toLowerCase()
  const bare = /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return bare.replace(WEEKDAY, '').replace(EAST_ASIAN, '$1-$2-$3')
}

/** Returns the order of day and month that a date proves; null if it proves none. */
function certainOrder(text: string): Order | null {
  const [, yearFirst, middle, last] = YEAR_FIRST.exec(text) ?? []
  if (yearFirst !== undefined) {
    const isUsual = toDay(yearFirst, Number(middle), last) !== null
    const isSwapped = toDay(yearFirst, Number(last), middle) !== null
    if (isUsual === isSwapped) return null
    return isSwapped ? 'year_day' : 'year_month'
  }
  const [, first, second, year] = YEAR_LAST.exec(text) ?? []
  const isDayFirst = toDay(year, Number(second), first) !== null
  const isMonthFirst = toDay(year, Number(first), second) !== null
  if (isDayFirst === isMonthFirst) return null
  return isDayFirst ? 'day' : 'month'
}

/** Returns the day if the date has only one meaning; null if no calendar has that day; undefined if the date has another form. */
function certainDay(text: string): string | null | undefined {
  const numbers = YEAR_FIRST.exec(text) ?? COMPACT.exec(text)
  if (numbers) return toDay(numbers[1], Number(numbers[2]), numbers[3])
  const [, day, dayMonth, dayYear] = DAY_MONTH.exec(text) ?? []
  if (dayMonth !== undefined) return toDay(dayYear, toMonth(dayMonth), day)
  const [, month, monthDay, monthYear] = MONTH_DAY.exec(text) ?? []
  if (month !== undefined) return toDay(monthYear, toMonth(month), monthDay)
  const serial = Number(SERIAL.exec(text)?.[1] ?? 0)
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined
  return new Date((serial - EPOCH_SERIAL) * DAY_MS).toISOString().slice(0, 10)
}

function toMonth(name: string): number {
  return MONTHS.findIndex((names) => names.test(name)) + 1
}

/** Returns the day if its month has it, otherwise null. A year of two digits is one of this century. */
function toDay(year: string | undefined, month: number, day: string | undefined): string | null {
  const full = (year?.length === 2 ? CENTURY : 0) + Number(year)
  const date = Number(day)
  const isDay = month >= 1 && month <= 12 && date >= 1 && date <= getDaysOfMonth(full, month)
  return isDay ? [String(full).padStart(4, '0'), twoDigits(month), twoDigits(date)].join('-') : null
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

function getDaysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
