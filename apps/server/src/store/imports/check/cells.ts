import { IMPORT_YEARS } from '@stockcast/contract'
import {
  cellText,
  isEncodedTwice,
  isSpreadsheetError,
  loneReader,
  type Reading,
  readFlag,
  shown,
} from '@stockcast/tables'
import { dayFromEpoch, epochDay, toEpochDay } from '../../../kernel/calendar.ts'

export interface CellContext {
  /** The epoch day in the shop's time zone. */
  today: number
  timeZone: string
  /** The currency of amounts without a currency symbol. */
  currency: string
}

const MAX_UNITS = 10_000_000
const MAX_PRICE = 1_000_000_000
const MAX_TEXT = 255

const PLAIN_WHOLE = /^-?\d{1,8}$/
const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)$/
const trueWords = new Set(['shopify', 'tracked', 'notify'])
const falseWords = new Set(['not tracked', 'untracked'])

export function readUnits(text: string, column = loneReader(text)): Reading<number> {
  const read = readWhole(text, column)
  return 'value' in read && read.value < 0 ? { reason: `${shown(text)} is below zero` } : read
}

/** Reads a whole number, which may be below zero: stock is, when more was sold than there was. */
export function readWhole(text: string, column = loneReader(text)): Reading<number> {
  if (PLAIN_WHOLE.test(text)) return inLimits(Number(text), text)
  if (text.trim() === '') return { reason: 'is empty' }
  const read = column.whole(text)
  return 'value' in read ? inLimits(read.value, text) : read
}

function inLimits(value: number, text: string): Reading<number> {
  if (Math.abs(value) > MAX_UNITS) return { reason: `${shown(text)} is more than 10 million` }
  return { value: value === 0 ? 0 : value }
}

export function readYesNo(text: string): Reading<boolean> {
  const word = cellText(text).toLowerCase()
  if (trueWords.has(word)) return { value: true }
  if (falseWords.has(word)) return { value: false }
  return readFlag(text)
}

/** Returns an amount in minor units, unless no product costs so much. */
export function inPriceLimits(
  minor: number,
  { text, digits }: { text: string; digits: number },
): Reading<number> {
  if (minor < 0) return { reason: `${shown(text)} is below zero` }
  if (minor > MAX_PRICE * 10 ** digits) return { reason: `${shown(text)} is more than 1 billion` }
  return { value: minor }
}

/** HTML entities, which some systems leave in their exports. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:(amp|quot|apos|nbsp)|#(\d{2,5}));/g

/** Reads text, formulas included. Whatever shows the text later neutralises them. */
export function readText(text: string): Reading<string> {
  const read = cellText(
    cellText(text).replaceAll(ENTITY, (_, name: string | undefined, code: string) =>
      name === undefined ? String.fromCharCode(Number(code)) : ENTITIES[name]!,
    ),
  )
  if (isSpreadsheetError(read)) return { reason: `${shown(text)} is an error of a spreadsheet` }
  if (isEncodedTwice(read))
    return {
      reason: `${shown(text)} has letters in two encodings; correct it, and save the file as “CSV UTF-8”`,
    }
  if (read.length > MAX_TEXT) return { reason: `is longer than ${MAX_TEXT} characters` }
  return { value: read }
}

/** Returns a calendar day as an epoch day, unless sales cannot be of it. */
export function inRange(day: number, text: string, { today }: CellContext): Reading<number> {
  if (day > today) return { reason: `${shown(text)} is in the future` }
  if (day < yearsBefore(today)) return { reason: `${shown(text)} is more than ${IMPORT_YEARS} years ago` }
  return { value: day }
}

/** Reads an instant with its offset from UTC as the shop's calendar day; null for another form. */
export function readInstantDay(text: string, calendar: CellContext): Reading<number> | null {
  const trimmed = text.trim()
  if (!INSTANT_FORM.test(trimmed)) return null
  const instant = new Date(isoInstant(trimmed))
  if (Number.isNaN(instant.getTime())) {
    return { reason: `${shown(text)} is not a time such as 2026-11-20 09:15:00 +0100` }
  }
  return inRange(toEpochDay(instant, calendar.timeZone), text, calendar)
}

/** Returns the same day of the year, as many years ago as imports may reach. */
function yearsBefore(today: number): number {
  const [year = '', ...rest] = dayFromEpoch(today).split('-')
  return epochDay([Number(year) - IMPORT_YEARS, ...rest].join('-'))
}

function isoInstant(text: string): string {
  const [, day, time, zone] = /^(\S{10})[ T](\S+?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)$/.exec(text) ?? []
  const offset =
    zone === 'UTC'
      ? 'Z'
      : (zone ?? '').replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  return `${day}T${time}${offset}`
}
