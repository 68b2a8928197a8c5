import type { AnswerMove, Explanation } from '@stockcast/contract'
import type { WaterfallStep } from '../../../charts/parts/waterfall.tsx'
import { addDays, formatDay } from '../../../ui/format/days.ts'
import { formatAverage, formatDayCount, formatShare, formatUnits } from '../../../ui/format/numbers.ts'

type Part = Explanation['parts'][number]['part']

const partNames: Record<Part, string> = {
  level: 'Level of past sales',
  stockouts: 'Days out of stock',
  recent: 'Latest weeks',
  other_products: 'Other products',
  season: 'Time of year',
  trees: 'Learned correction',
  limit: 'Limit of the change',
  weekday: 'Weekdays',
  events: 'Holidays and shopping days',
  shop_drift: 'The whole shop',
  orders: 'Regular large orders',
}

/** From this sum on, units are shown without a decimal. */
const MANY_UNITS = 100

/**
 * Returns what the forecast is made of, with amounts that add up to the total as they are shown: each one is the
 * difference of two rounded sums. A part that is shown as zero is left out.
 */
export function partSteps({ parts, units }: Pick<Explanation, 'parts' | 'units'>): {
  steps: WaterfallStep[]
  total: string
} {
  const scale = units < MANY_UNITS ? 10 : 1
  const format = scale === 1 ? formatUnits : formatAverage
  let sum = 0
  const steps = parts.flatMap(({ part, units: own }, index) => {
    const before = Math.round(sum * scale)
    sum += own
    const amount = (Math.round(sum * scale) - before) / scale
    if (amount === 0) return []
    const sign = index === 0 ? '' : amount > 0 ? '+' : '−'
    return [{ name: partNames[part], amount, shown: `${sign}${format(Math.abs(amount))}` }]
  })
  return { steps, total: format(Math.round(sum * scale) / scale) }
}

/** Returns which days the waterfall covers, in words. */
export function partsCaption({ from, days }: Explanation): string {
  return `Units in ${formatDayCount(days)} from ${formatDay(from)}`
}

/** Returns how the median differs from the sum of the parts; null if it is the same. */
export function medianWords({ units, medianUnits, recalibrationUnits, days }: Explanation): string | null {
  const apart = medianUnits - Math.round(units)
  if (apart === 0) return null
  const middle = `Half of all futures sell less than ${formatUnits(medianUnits)} in ${formatDayCount(days)}`
  if (recalibrationUnits === 0) return `${middle}; a few busy ones lift the average.`
  const was = recalibrationUnits > 0 ? 'low' : 'high'
  const by = formatUnits(Math.abs(recalibrationUnits))
  return `${middle}, ${by} ${recalibrationUnits > 0 ? 'more' : 'fewer'} because past forecasts were too ${was}.`
}

/** Returns in one sentence by how much an answer moved, and why; `key` comes first. */
export function moveWords(
  { answer, days, since, cause }: AnswerMove,
  today: string,
): { key: string; after: string } {
  const way = days < 0 ? 'sooner' : 'later'
  const than = since === addDays(today, -1) ? 'yesterday' : `on ${formatDay(since)}`
  const verb = answer === 'order_by' ? 'The next order is due' : 'Runs out'
  return {
    key: `${verb} ${formatDayCount(Math.abs(days))} ${way} than ${than === 'yesterday' ? than : `expected ${than}`}`,
    after: cause === null ? ', by several changes together.' : `, mostly because ${causeWords(cause)}.`,
  }
}

type Cause = NonNullable<AnswerMove['cause']>

function causeWords({ input, from, to, part }: Cause): string {
  const verb = to > from ? 'rose' : 'fell'
  const fromTo = `from ${formatUnits(from)} to ${formatUnits(to)}`
  switch (input) {
    case 'available':
      return `the stock ${verb} ${fromTo}`
    case 'incoming':
      return `the units on the way ${verb} ${fromTo}`
    case 'dailyDemand':
      return `the forecast ${verb} from ${rate(from)} to ${rate(to)} a day ${forecastCause(part)}`
    case 'leadTimeDays':
      return `a restock now takes ${formatDayCount(to)}, not ${formatUnits(from)}`
    case 'safetyStock':
      return `the safety stock ${verb} ${fromTo}`
    case 'serviceLevel':
      return `the service level ${verb} from ${formatShare(from)} to ${formatShare(to)}`
  }
}

/** Returns a rate with one decimal, or with two where the first says too little. */
function rate(unitsADay: number): string {
  return unitsADay < 1 ? String(Number(unitsADay.toFixed(2))) : formatAverage(unitsADay)
}

function forecastCause(part: Cause['part']): string {
  switch (part?.part) {
    case 'stockouts':
      return 'because of days out of stock'
    case 'other_products':
      return 'because of what other products sold'
    case 'season':
      return 'because of the time of year'
    case 'weekday':
      return 'because of its weekdays'
    case 'events':
      return 'because of holidays'
    case 'orders':
      return 'because a regular large order is due'
    case 'trees':
      return 'because of what was learned from past errors'
    case 'shop_drift':
      return 'along with the sales of the whole shop'
    default:
      return 'after the latest sales'
  }
}
