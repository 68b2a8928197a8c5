import type { ForecastOverride, ForecastOverrides, OverrideKind } from '@stockcast/contract'
import { formatDayRange } from '../../ui/format/days.ts'
import { formatCount, formatShare, formatUnits } from '../../ui/format/numbers.ts'

const signed = (amount: number) => `${amount > 0 ? '+' : '−'}${formatUnits(Math.abs(amount))}`

const amountWords: Record<OverrideKind, (amount: number, likeName: string) => string> = {
  percent: (amount) => `${signed(amount)}%`,
  per_day: (amount) => `${signed(amount)} ${Math.abs(amount) === 1 ? 'unit' : 'units'} a day`,
  total: (amount) => `${formatCount(amount, 'unit')} in total`,
  like: (amount, likeName) => (amount === 100 ? `like ${likeName}` : `${amount}% of ${likeName}`),
}

/** Returns how a forecast is changed, such as `+50%`. */
export function overrideTitle({ kind, amount, likeName }: ForecastOverride): string {
  return amountWords[kind](amount, likeName ?? '')
}

/** Returns the days of a change, and whether they are over. */
export function overrideDays({ from, to, state }: ForecastOverride): string {
  const days = formatDayRange(from, to)
  return state === 'planned' ? days : `${days}, ${state}`
}

/** Returns which products a change is for; empty for the product itself. */
export function overrideScope({ scope, scopeName, products }: ForecastOverride): string {
  if (scope === 'product') return ''
  const owner = `${scope} ${scopeName}`
  return products === 0 ? `${owner}, no product left` : `${owner}, ${formatCount(products, 'product')}`
}

/** Returns what was forecast and what it was changed to. */
export function overrideUnits({ baselineUnits, changedUnits }: Units): string {
  return `Forecast ${formatUnits(baselineUnits)}, yours ${formatCount(Math.round(changedUnits), 'unit')}`
}

export type Units = Pick<ForecastOverride, 'baselineUnits' | 'changedUnits'>

type Judged = NonNullable<ForecastOverride['judgement']>

/** Returns what a change did to the forecast once it has ended, or that it does not count. */
export function judgementWords({
  state,
  isIdle,
  judgement,
}: Pick<ForecastOverride, 'state' | 'isIdle' | 'judgement'>): string {
  if (isIdle) return 'It no longer counts: the product has a forecast of its own, or the other one is gone.'
  if (state !== 'ended') return ''
  if (judgement === null) return 'Whether it made the forecast better is known with the next forecast.'
  if (judgement.products === 0)
    return 'It sold out on some of these days, so nobody can tell whether the change was right.'
  return `It ${valueWords(judgement)}.`
}

/** Returns by how much changes made the forecast better or worse, and on how many products. */
export function valueWords({ products, baselineError, changedError }: Judged): string {
  const on = `on ${formatCount(products, 'product')}`
  if (changedError === baselineError) return `made the forecast neither better nor worse ${on}`
  if (baselineError === 0) return `made the forecast worse ${on}: it was exact`
  const share = Math.abs(1 - changedError / baselineError)
  if (changedError > 2 * baselineError)
    return `made the forecast ${formatUnits(changedError / baselineError)} times as wrong ${on}`
  return `made the forecast ${formatShare(share)} ${changedError < baselineError ? 'better' : 'worse'} ${on}`
}

/** Returns what the changes of each author did over the last year; `own` is who reads it. */
export function valueAddedWords(valueAdded: ForecastOverrides['valueAdded'], own: string): string[] {
  return valueAdded.map((of) => {
    const whose = of.author === own ? 'Your changes' : `Changes by ${of.author}`
    return `${whose} of the last year ${valueWords(of)}.`
  })
}
