import { MAX_PRICE_BREAKS, MAX_SHUTDOWNS, type PriceBreak, type Supplier } from '@stockcast/contract'
import { amountReader, dateReader, type Money, type Reading, shown } from '@stockcast/tables'
import { amountIn, type CellReader } from './cells.ts'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SHORT_DAY = 3
const DAY = /^\d{4}-\d{2}-\d{2}$/
const WEEKS = /^every (?:(\d{1,2}) )?weeks? from (\S+)$/
const PERIOD = /^(\S+)(?: to (\S+))?$/
const MAX_WEEKS = 52

/** Reads order days: `any day`, `Monday, Thursday`, or `every 2 weeks from 2026-11-02`. */
export function readReview(text: string): Reading<Supplier['review']> {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (['', 'any day', 'any', 'any_day', 'daily'].includes(plain)) return { value: { kind: 'any_day' } }
  const [, count = '1', from] = WEEKS.exec(plain) ?? []
  const everyWeeks = Number(count)
  if (from !== undefined && isDay(from) && everyWeeks >= 1 && everyWeeks <= MAX_WEEKS) {
    return { value: { kind: 'weeks', weeks: everyWeeks, from } }
  }
  const days = plain
    .split(/[,;/ ]+/)
    .map((name) => (name.length < SHORT_DAY ? 0 : WEEKDAYS.findIndex((day) => day.startsWith(name)) + 1))
  if (days.includes(0)) {
    return {
      reason: `${shown(text)} is neither “any day”, nor weekdays, nor “every 2 weeks from 2026-11-02”`,
    }
  }
  return { value: { kind: 'weekdays', weekdays: [...new Set(days)].sort((a, b) => a - b) } }
}

/** Reads shut-down days, such as `2026-12-24 to 2027-01-02; 2027-04-05`. */
export function readShutdowns(text: string): Reading<Supplier['shutdowns']> {
  const periods: Supplier['shutdowns'] = []
  for (const part of getEntries(text)) {
    const [, from = '', to = from] = PERIOD.exec(part) ?? []
    if (!isDay(from) || !isDay(to) || to < from) {
      return { reason: `${shown(part)} is not a period such as 2026-12-24 to 2027-01-02` }
    }
    periods.push({ from, to })
  }
  if (periods.length > MAX_SHUTDOWNS) return { reason: `has more than ${MAX_SHUTDOWNS} periods` }
  return { value: periods.sort((a, b) => (a.from < b.from ? -1 : 1)) }
}

/** Reads price breaks in units, such as `100: 4.50; 500: 4.20`. */
export function readPriceBreaks(money: Money): CellReader<PriceBreak[]> {
  const read = amountIn(money)
  return (text, column, head) => {
    const minor: typeof column.minor = (cell, of) =>
      amountReader().minor(cell, { ...of, decimal: column.decimal() })
    return readBreaks(text, (price) => read(price, { ...column, minor }, head))
  }
}

function readBreaks(text: string, readPrice: (text: string) => Reading<number>): Reading<PriceBreak[]> {
  const breaks: PriceBreak[] = []
  for (const part of getEntries(text)) {
    const [, units = '', price = ''] = /^(\d{1,7})\s*[:=](.+)$/.exec(part) ?? []
    const cost = readPrice(price)
    if ('reason' in cost || Number(units) < 1) {
      return { reason: `${shown(part)} is not a price break such as 100: 4.50` }
    }
    breaks.push({ fromUnits: Number(units), unitCostMinor: cost.value })
  }
  breaks.sort((a, b) => a.fromUnits - b.fromUnits)
  if (breaks.some((each, i) => each.fromUnits === breaks[i + 1]?.fromUnits)) {
    return { reason: `${shown(text)} has two prices for the same number of units` }
  }
  const isTooMany = breaks.length > MAX_PRICE_BREAKS
  return isTooMany ? { reason: `has more than ${MAX_PRICE_BREAKS} prices` } : { value: breaks }
}

function getEntries(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const isDay = (text: string) => DAY.test(text) && 'value' in dateReader().day(text)
