import { plannedServiceLevel } from '@stockcast/forecasting/decisions'
import { formatDay } from '../../ui/format/days.ts'
import {
  formatCount,
  formatDayCount,
  formatProbability,
  formatShare,
  formatUnits,
} from '../../ui/format/numbers.ts'
import type { Figures, Simulation } from './scorecard-figures.ts'
import { getFigures, quietestEqual } from './scorecard-figures.ts'

/** Fewer stockouts than this prove little. */
const FEW_STOCKOUTS = 5

/** Returns, for example: "12 of 14 stockouts had a warning, typically 4 days ahead. 3 false alarms." */
export function summaryWords(figures: Figures): string {
  return `${warnedWords(figures)} ${falseAlarmWords(figures)}`
}

function warnedWords({ stockouts, warned, medianWarningDays }: Figures): string {
  if (stockouts === 0) return 'No stockout in these weeks.'
  const head =
    warned === stockouts && stockouts > 1
      ? `Every one of ${formatUnits(stockouts)} stockouts had a warning`
      : `${formatUnits(warned)} of ${formatCount(stockouts, 'stockout')} had a warning`
  return medianWarningDays === null
    ? `${head}.`
    : `${head}, typically ${formatDayCount(medianWarningDays)} ahead.`
}

function falseAlarmWords({ outcomes, alerts }: Figures): string {
  if (alerts === 0) return 'No alert was raised.'
  return outcomes.falseAlarms === 0
    ? `No false alarms${outcomes.undecided === 0 ? '' : ' so far'}.`
    : `${formatCount(outcomes.falseAlarms, 'false alarm')}.`
}

/** Returns what the position of the slider means. */
export function positionWords(serviceLevel: number): string {
  const chance = formatProbability(1 - serviceLevel)
  return `You get an alert when the chance of running out before a new order arrives is above ${chance}.`
}

/** Returns what the position of the slider means for order dates. */
export function orderDatesWords(serviceLevel: number): string {
  return plannedServiceLevel({ serviceLevel }) === serviceLevel
    ? 'Order dates follow this setting.'
    : 'Order dates follow expected sales instead, so an order can be due before its alert.'
}

/** Returns what limits these figures; null when nothing does. */
export function doubtWords(simulation: Simulation): string | null {
  const doubts: string[] = []
  const { stockouts, estimatedShare, recordedSince } = simulation
  if (stockouts.length > 0 && stockouts.length < FEW_STOCKOUTS) {
    doubts.push(`With only ${formatCount(stockouts.length, 'stockout')}, these figures prove little.`)
  }
  if (estimatedShare > 0) {
    const since = recordedSince === null ? '' : ` before ${formatDay(recordedSince)}`
    doubts.push(
      `Stock${since} was not recorded, so it is estimated from sales. Sales of slow sellers do not show deliveries or ` +
        'shortages, so there may have been more missed stockouts and more false alarms than shown.',
    )
  }
  return doubts.length === 0 ? null : doubts.join(' ')
}

/** Above this share of days with estimated stock, the rules cannot be compared. */
const MAX_ESTIMATED = 0.5

/** Returns how Stockcast compares with the plain rule when it warns of at least as many stockouts. */
export function comparisonWords(simulation: Simulation): string {
  if (simulation.estimatedShare > MAX_ESTIMATED) {
    return (
      'Most of this stock is estimated from sales, so do not rely on the difference yet: the rules can be compared once ' +
      'stock has been recorded for a few weeks.'
    )
  }
  const plain = getFigures(simulation.plain)
  const ours = quietestEqual(simulation)
  if (plain.alerts === 0) return 'The plain rule would not have raised an alert.'
  if (ours === null) return 'The plain rule warned of more stockouts than Stockcast does at any setting.'
  const rule = formatUnits(plain.alerts)
  const warned =
    plain.warned === 0
      ? 'To warn of as many stockouts'
      : `To warn of ${formatCount(plain.warned, 'stockout')}`
  const difference = 1 - ours.alerts / plain.alerts
  const share = difference > 0.005 ? ` (${formatShare(difference)} fewer)` : ''
  return `${warned}, Stockcast needs ${formatCount(ours.alerts, 'alert')} and the plain rule ${rule}${share}. ${settingWords(ours, plain)}`
}

/** Returns the setting that this needs, and the days of warning with either rule. */
function settingWords(ours: Figures & { serviceLevel: number }, plain: Figures): string {
  const setting = `Stockcast is then set to alert above ${formatProbability(1 - ours.serviceLevel)}`
  if (ours.medianWarningDays === null || plain.medianWarningDays === null) return `${setting}.`
  return `${setting} and warns ${formatDayCount(ours.medianWarningDays)} ahead; the plain rule, ${formatUnits(plain.medianWarningDays)}.`
}

/** Returns how far predicted probabilities were from what was observed, over the fifths with enough cases. */
export function calibrationWords(simulation: Simulation): string {
  const known = simulation.calibration.filter(({ cases }) => cases >= ENOUGH_CASES)
  if (known.length === 0) return 'There are too few weeks of sales to tell yet.'
  const off = ({ predicted, observed }: Bin) => Math.abs((predicted ?? 0) - (observed ?? 0))
  const worst = known.reduce((most, bin) => (off(bin) > off(most) ? bin : most))
  const points = Math.round(100 * off(worst))
  if (points === 0) return 'Predicted and observed frequencies agree exactly.'
  const open =
    points > MAX_POINTS && isWithinRange(worst) ? ', which is within what so few products can prove' : ''
  return `Predicted and observed frequencies differ by at most ${formatCount(points, 'percentage point')}${open}.`
}

type Bin = Simulation['calibration'][number]

/** Above this difference, the sentence says whether chance can explain it. */
const MAX_POINTS = 5

function isWithinRange({ predicted, low, high }: Bin): boolean {
  return predicted !== null && low !== null && high !== null && predicted >= low && predicted <= high
}

/** A fifth with fewer cases is left out. */
export const ENOUGH_CASES = 100
