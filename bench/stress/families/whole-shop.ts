import type { ToldEvent } from '../../../packages/forecasting/src/index.ts'
import { ORIGIN, type Scenario } from '../shop.ts'
import { daysSinceStart, toDate, wholeShop, YEAR } from './usual.ts'

/** All sales multiplied by `factor` for some days, the last of them `open` days ago, or ahead if `open` is negative. */
function span(family: string, days: number, factor: number, open: number, isTold = false): Scenario {
  const [first, last] = [-open - days + 1, -open]
  const dates = { from: ORIGIN + first, to: ORIGIN + last }
  const event: ToldEvent =
    factor === 0 ? { kind: 'closed', ...dates } : { kind: 'sale', ...dates, effect: factor }
  const name = `${days} days × ${factor}, ${open >= 0 ? `usual for ${open}` : `${-open} more to come`}${isTold ? ', told' : ''}`
  const factorOn = (day: number) => (day >= first && day <= last ? factor : 1)
  const isWidthOnly = open <= 0 && !isTold
  return { ...wholeShop(family, name, factorOn, isTold ? { events: [event] } : {}), isWidthOnly }
}

/** The shop closed on the same days of each year, which begin `ahead` days after the origin. */
function yearly(days: number, ahead: number, years: number, isTold = false): Scenario {
  const from = ORIGIN + ahead - 365
  const event: ToldEvent = { kind: 'closed', from, to: from + days - 1, repeats: 'yearly' }
  const name = `${days} days from day ${ahead}, ${years} years${isTold ? ', told' : ''}`
  const factorOn = (day: number) => (daysSinceStart(day, ahead) < days ? 0 : 1)
  const history = Math.round(years * YEAR) + 30
  return wholeShop('closed each year', name, factorOn, { days: history, ...(isTold && { events: [event] }) })
}

function peakEachYear(name: string, ahead: number, days: number): Scenario {
  return wholeShop('sale', name, (day) => (daysSinceStart(day, ahead) < 4 ? 6 : 1), { days })
}

/** Whether a day is one of the four days from the fourth Friday of November on. */
function isFridaySale(day: number): boolean {
  return [0, 1, 2, 3].some((since) => {
    const date = toDate(day - since)
    return date.getUTCMonth() === 10 && date.getUTCDay() === 5 && Math.ceil(date.getUTCDate() / 7) === 4
  })
}

export const wholeShops: Scenario[] = [
  span('closed', 3, 0, 1),
  span('closed', 7, 0, 3),
  span('closed', 10, 0, 7),
  ...[1, 3, 14].map((open) => span('closed', 14, 0, open)),
  ...[2, 10].map((open) => span('closed', 30, 0, open)),
  span('closed', 14, 0, 0),
  span('closed', 14, 0, 0, true),
  span('closed', 30, 0, -5, true),
  span('closed', 7, 0, 0),
  yearly(14, 5, 3),
  yearly(14, 5, 2, true),
  yearly(14, -20, 3),
  yearly(7, 10, 3),
  yearly(21, 10, 2),
  wholeShop('closed each month', 'the first three days', (day) => (toDate(day).getUTCDate() <= 3 ? 0 : 1)),
  span('sale', 1, 20, 3),
  span('sale', 4, 8, 3),
  span('sale', 14, 3, 3),
  span('sale', 7, 2, 7),
  span('sale', 14, 10, 30),
  span('sale', 3, 4, 14),
  span('sale', 7, 5, 60),
  span('sale', 2, 20, 1),
  span('sale', 14, 2, 1),
  span('sale', 7, 5, 0),
  span('sale', 7, 5, 0, true),
  span('sale', 14, 3, -4, true),
  peakEachYear('four days × 6 each year, four days ahead, 3 years', 5, 1115),
  peakEachYear('four days × 6 each year, a week ago, 2 years', -11, 760),
  wholeShop(
    'sale',
    'four days × 5 from a Friday each year, 27 days ahead, 2 years',
    (day) => (isFridaySale(day) ? 5 : 1),
    { days: 800 },
  ),
  wholeShop('end of the month', 'the last three days × 4', (day) =>
    toDate(day + 3).getUTCDate() <= 3 ? 4 : 1,
  ),
]
