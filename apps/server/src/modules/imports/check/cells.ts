import { IMPORT_YEARS } from '@stockcast/contract'
import { dayFromEpoch, epochDay, epochDayOf } from '../../../calendar.ts'

/** The value of a cell, or why it is refused. */
export type Reading<T> = { value: T } | { reason: string }

export interface CellCalendar {
  /** The epoch day in the shop's time zone. */
  today: number
  timeZone: string
}

const MAX_UNITS = 10_000_000
const MAX_PRICE = 1_000_000_000
const MAX_TEXT = 255
const SHOWN_TEXT = 40

const WHOLE_NUMBER = /^[+-]?\d{1,12}([.,]0+)?$/
const DECIMAL_NUMBER = /^\d{1,12}([.,]\d{1,4})?$/
const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/
const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})$/
const trueWords = new Set(['true', 'yes', 'y', '1', 'shopify'])
const falseWords = new Set(['false', 'no', 'n', '0'])

export function readUnits(text: string): Reading<number> {
  const read = readWhole(text)
  return 'value' in read && read.value < 0 ? { reason: `${shown(text)} is below zero` } : read
}

/** Reads a whole number, which may be below zero: stock is, when more was sold than there was. */
export function readWhole(text: string): Reading<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { reason: 'is empty' }
  if (!WHOLE_NUMBER.test(trimmed)) return { reason: `${shown(text)} is not a whole number` }
  const value = Number.parseInt(trimmed, 10)
  if (Math.abs(value) > MAX_UNITS) return { reason: `${shown(text)} is more than 10 million` }
  return { value: value === 0 ? 0 : value }
}

export function readPrice(text: string): Reading<number> {
  const trimmed = text.trim()
  if (!DECIMAL_NUMBER.test(trimmed)) return { reason: `${shown(text)} is not a price such as 12.50` }
  const value = Number(trimmed.replace(',', '.'))
  if (value > MAX_PRICE) return { reason: `${shown(text)} is more than 1 billion` }
  return { value: Math.round(value * 100) / 100 }
}

export function readYesNo(text: string): Reading<boolean> {
  const word = text.trim().toLowerCase()
  if (trueWords.has(word)) return { value: true }
  if (falseWords.has(word)) return { value: false }
  return { reason: `${shown(text)} is neither yes nor no` }
}

/** Reads text unchanged, formulas included. Whatever shows the text later neutralises them. */
export function readText(text: string): Reading<string> {
  const trimmed = text.trim()
  if (trimmed.length > MAX_TEXT) return { reason: `is longer than ${MAX_TEXT} characters` }
  if (trimmed.includes('\0')) return { reason: 'contains a character that cannot be stored' }
  return { value: trimmed }
}

/** Reads a calendar day as an epoch day. */
export function readDay(text: string, calendar: CellCalendar): Reading<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { reason: 'is empty' }
  const day = DAY_FORM.test(trimmed) ? realDay(trimmed) : null
  if (day === null) return { reason: `${shown(text)} is not a day such as 2026-11-20` }
  return inRange(day, text, calendar)
}

/** Reads an instant with its offset from UTC, as the shop's calendar day. */
export function readInstantDay(text: string, calendar: CellCalendar): Reading<number> {
  const trimmed = text.trim()
  if (DAY_FORM.test(trimmed)) return readDay(trimmed, calendar)
  const instant = new Date(INSTANT_FORM.test(trimmed) ? isoInstant(trimmed) : Number.NaN)
  if (Number.isNaN(instant.getTime())) {
    return { reason: `${shown(text)} is not a time such as 2026-11-20 09:15:00 +0100` }
  }
  return inRange(epochDayOf(instant, calendar.timeZone), text, calendar)
}

export function shown(text: string): string {
  const trimmed = text.trim()
  return `“${trimmed.length > SHOWN_TEXT ? `${trimmed.slice(0, SHOWN_TEXT)}…` : trimmed}”`
}

function inRange(day: number, text: string, { today }: CellCalendar): Reading<number> {
  if (day > today) return { reason: `${shown(text)} is in the future` }
  if (day < yearsBefore(today)) return { reason: `${shown(text)} is more than ${IMPORT_YEARS} years ago` }
  return { value: day }
}

/** Returns the same day of the year, as many years ago as imports may reach. */
function yearsBefore(today: number): number {
  const [year = '', ...rest] = dayFromEpoch(today).split('-')
  return epochDay([Number(year) - IMPORT_YEARS, ...rest].join('-'))
}

/**
 * Returns the epoch day; null for a day that its month does not have, which parsing would move to the next
 * month.
 */
function realDay(text: string): number | null {
  if (Number.isNaN(Date.parse(`${text}T00:00:00Z`))) return null
  const day = epochDay(text)
  return dayFromEpoch(day) === text ? day : null
}

function isoInstant(text: string): string {
  const [, day, time, zone] = /^(\S{10})[ T](\S+?) ?(Z|UTC|[+-]\d{2}:?\d{2})$/.exec(text) ?? []
  const offset = zone === 'UTC' ? 'Z' : (zone ?? '').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  return `${day}T${time}${offset}`
}
