import { geometric, poisson, type Random } from '../../random.ts'
import { toWeekday } from '../store/calendar.ts'

export type DemandKind =
  | 'steady'
  | 'weekly'
  | 'seasonal'
  | 'intermittent'
  | 'lumpy'
  | 'new'
  | 'dying'
  | 'often_out'
  | 'never'

export interface DemandPattern {
  kind: DemandKind
  /** Mean units a day on an average day. */
  unitsPerDay: number
  /** Factors from Monday, mean 1. */
  weekday: readonly number[]
  /** 0 = the same all year; the rate goes as exp(amplitude × cosine of the distance to the peak). */
  annualAmplitude: number
  /** Day of the year, 0–364. */
  annualPeak: number
  /** Chance that an intermittent or lumpy variant sells at all on a day. */
  saleChance: number
  firstDay: number
  /** Nothing sells from this day on. */
  endDay: number
  /** Days until a new variant sells at its full rate, or in which a dying one halves. */
  trendDays: number
}

/** Returns the expected demand on `day`, in units. */
export function expectedUnits(pattern: DemandPattern, day: number): number {
  if (pattern.kind === 'never' || day < pattern.firstDay || day >= pattern.endDay) return 0
  const sinceFirst = day - pattern.firstDay
  const trend =
    pattern.kind === 'new'
      ? Math.min(1, 0.25 + sinceFirst / pattern.trendDays)
      : pattern.kind === 'dying'
        ? 2 ** (-sinceFirst / pattern.trendDays)
        : 1
  const angle = (2 * Math.PI * (day - pattern.annualPeak)) / 365.25
  const season = Math.exp(pattern.annualAmplitude * Math.cos(angle)) / besselI0(pattern.annualAmplitude)
  return pattern.unitsPerDay * trend * season * pattern.weekday[toWeekday(day)]!
}

/** Draws the demand on `day`, in units; sales may be lower. */
export function unitsWanted(pattern: DemandPattern, day: number, random: Random): number {
  const mean = expectedUnits(pattern, day)
  if (mean === 0) return 0
  if (pattern.kind !== 'intermittent' && pattern.kind !== 'lumpy') return poisson(random, mean)
  const chance = Math.min(0.9, (pattern.saleChance * mean) / pattern.unitsPerDay)
  return random() < chance ? 1 + geometric(random, pattern.unitsPerDay / pattern.saleChance - 1) : 0
}

/**
 * Returns the modified Bessel function of order 0, the mean of exp(x cos), by its series; precise below x =
 * 3.
 */
function besselI0(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; k < 16; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
