import { plannedServiceLevel } from '@stockcast/forecasting/decisions'
import { formatDay } from '../../format/days.ts'
import {
  formatCount,
  formatDayCount,
  formatProbability,
  formatShare,
  formatUnits,
} from '../../format/numbers.ts'
import type { Figures, Replay } from './scorecard-figures.ts'
import { figuresOf, quietestEqual } from './scorecard-figures.ts'

/** Fewer stockouts than this prove little. */
const FEW_STOCKOUTS = 5

/** "12 of 14 stockouts warned of, 4 days ahead. 3 alerts were for nothing." */
export function summaryWords(figures: Figures): string {
  return `${warnedWords(figures)} ${nothingWords(figures)}`
}

function warnedWords({ stockouts, caught, medianWarningDays }: Figures): string {
  if (stockouts === 0) return 'No stockout in these weeks.'
  const head = `${formatUnits(caught)} of ${formatCount(stockouts, 'stockout')} warned of`
  return medianWarningDays === null
    ? `${head}.`
    : `${head}, ${formatDayCount(medianWarningDays)} ahead in the middle.`
}

function nothingWords({ outcomes, alerts }: Figures): string {
  if (alerts === 0) return 'No alert was raised.'
  if (outcomes.forNothing === 0) return 'No alert was for nothing.'
  return outcomes.forNothing === 1
    ? '1 alert was for nothing.'
    : `${formatUnits(outcomes.forNothing)} alerts were for nothing.`
}

/** What the position of the slider means. */
export function positionWords(serviceLevel: number): string {
  const chance = formatProbability(1 - serviceLevel)
  return `Alerts when the chance to run out before a new order comes is above ${chance}.`
}

/** What the position means for the days to order by. */
export function orderDatesWords(serviceLevel: number): string {
  return plannedServiceLevel({ serviceLevel }) === serviceLevel
    ? 'Order dates move with it.'
    : 'Order dates stay with the expected sales: an order may be due before its alert.'
}

/** What the figures cannot tell; null when there is nothing to add. */
export function doubtWords(replay: Replay): string | null {
  const doubts: string[] = []
  const { stockouts, estimatedShare, recordedSince } = replay
  if (stockouts.length > 0 && stockouts.length < FEW_STOCKOUTS) {
    doubts.push(`With ${formatCount(stockouts.length, 'stockout')} these figures prove little.`)
  }
  if (estimatedShare > 0) {
    const since = recordedSince === null ? '' : ` before ${formatDay(recordedSince)}`
    doubts.push(
      `Stock${since} was not recorded and is estimated from sales. Deliveries and shortages of slow sellers leave no ` +
        'trace there: more stockouts may have been missed, and more alerts been for nothing.',
    )
  }
  return doubts.length === 0 ? null : doubts.join(' ')
}

/** Of the days, above this share of estimated ones the rules cannot be compared. */
const MOST_ESTIMATED = 0.5

/** Ours beside the plain rule, at no fewer stockouts caught. */
export function comparisonWords(replay: Replay): string {
  if (replay.estimatedShare > MOST_ESTIMATED) {
    return (
      'Most of this stock is estimated from sales, which show it low only before a shortage: both rules warn of the same ' +
      'ones here. They can be compared once stock has been recorded for some weeks.'
    )
  }
  const plain = figuresOf(replay.plain)
  const ours = quietestEqual(replay)
  if (plain.alerts === 0) return 'The plain rule would not have raised an alert.'
  if (ours === null) return 'The plain rule warned of more stockouts than any position of the slider.'
  const rule = `${formatCount(plain.alerts, 'alert')} of the plain rule`
  const caught =
    plain.caught === 0
      ? 'To warn of as many stockouts'
      : `To warn of ${formatCount(plain.caught, 'stockout')}`
  const difference = 1 - ours.alerts / plain.alerts
  const share =
    difference > 0.005 ? `, ${formatShare(difference)} fewer` : difference < -0.005 ? ', more' : ', as many'
  return `${caught}, Stockcast needs ${formatCount(ours.alerts, 'alert')} against ${rule}${share}${aheadWords(ours, plain)}.`
}

/** Where the slider stands for it, and what fewer alerts cost in days of warning. */
function aheadWords(ours: Figures & { serviceLevel: number }, plain: Figures): string {
  const position = `: with alerts above ${formatProbability(1 - ours.serviceLevel)}`
  if (ours.medianWarningDays === null || plain.medianWarningDays === null) return position
  return `${position}, ${formatDayCount(ours.medianWarningDays)} ahead instead of ${formatUnits(plain.medianWarningDays)}`
}

/** Whether the probabilities can be trusted, from the fifths with enough cases. */
export function calibrationWords(replay: Replay): string {
  const known = replay.calibration.filter(({ cases }) => cases >= ENOUGH_CASES)
  if (known.length === 0) return 'There are too few weeks of sales to tell.'
  const off = ({ predicted, observed }: Bin) => Math.abs((predicted ?? 0) - (observed ?? 0))
  const worst = known.reduce((most, bin) => (off(bin) > off(most) ? bin : most))
  const points = Math.round(100 * off(worst))
  if (points === 0) return 'What was said with a probability came true exactly as often.'
  const open = points > MOST_POINTS && isWithinRange(worst) ? '; so few products leave as much open' : ''
  return `What was said with a probability came true as often, to ${formatCount(points, 'point')}${open}.`
}

type Bin = Replay['calibration'][number]

/** More points than this ask for a word on what chance explains. */
const MOST_POINTS = 5

function isWithinRange({ predicted, low, high }: Bin): boolean {
  return predicted !== null && low !== null && high !== null && predicted >= low && predicted <= high
}

/** A fifth with fewer cases says nothing. */
export const ENOUGH_CASES = 100
