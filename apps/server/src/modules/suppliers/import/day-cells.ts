import { dayFromEpoch, epochDay } from '../../../calendar.ts'
import { type Reading, shown } from '../../imports/index.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day as 2026-11-20 or 2026/11/20, perhaps with a time behind it. */
const NUMBERS = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
/** A day as 20 Nov 2026 or Nov 20, 2026. */
const DAY_FIRST = /^(\d{1,2})\.?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})$/
const MONTH_FIRST = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/

/**
 * Reads a calendar day. Refuses days such as 03/04/2026, of which nobody can tell whether the day or the month comes
 * first.
 */
export function readDate(text: string): Reading<string> {
  const plain = text.trim().toLowerCase()
  const numbers = NUMBERS.exec(plain)
  const dayFirst = DAY_FIRST.exec(plain)
  const monthFirst = MONTH_FIRST.exec(plain)
  let day: string | null = null
  if (numbers) day = dayOf(numbers[1], Number(numbers[2]), numbers[3])
  else if (dayFirst) day = dayOf(dayFirst[3], MONTHS.indexOf(dayFirst[2] ?? '') + 1, dayFirst[1])
  else if (monthFirst) day = dayOf(monthFirst[3], MONTHS.indexOf(monthFirst[1] ?? '') + 1, monthFirst[2])
  return day === null ? { reason: `${shown(text)} is not a day such as 2026-11-20` } : { value: day }
}

/** Returns the day if its month has it, otherwise null. */
export function dayOf(year: string | undefined, month: number, day: string | undefined): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(Number(day)).padStart(2, '0')}`
  if (Number.isNaN(Date.parse(`${text}T00:00:00Z`))) return null
  return dayFromEpoch(epochDay(text)) === text ? text : null
}
