import { formats } from './country.ts'

/** Returns, for example, `1,486`. */
export function formatUnits(units: number): string {
  return formats().number(units)
}

/** Returns, for example, `20K`, for narrow places. */
export function formatCompact(units: number): string {
  return formats().compact(units)
}

/** Returns average daily sales with one decimal: `4.2`. */
export function formatAverage(units: number): string {
  return formats().number(units, 1)
}

/** Returns, for example, `1 day` or `9 days`. */
export function formatDayCount(days: number): string {
  return `${formatUnits(days)} ${days === 1 ? 'day' : 'days'}`
}

/** Returns, for example, `1 product` or `2 products`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatUnits(count)} ${count === 1 ? one : many}`
}

/** Returns a ratio from 0 to 1 in whole percent, never 0% or 100%: `<1%`, `64%`, `>99%`. */
export function formatProbability(ratio: number): string {
  if (ratio < 0.01) return '<1%'
  if (ratio > 0.99) return '>99%'
  return `${Math.round(ratio * 100)}%`
}

/** Returns a ratio in whole percent, for shares that may be 0 or 1. */
export function formatShare(ratio: number): string {
  return `${Math.round(ratio * 100)}%`
}

/** Returns `9 to 14`, or one number when both ends are the same. */
export function formatRange(low: number, high: number): string {
  return low === high ? formatUnits(low) : `${formatUnits(low)} to ${formatUnits(high)}`
}

/** Returns whole currency units: `$1,486`. */
export function formatMoney(amount: number, currency: string): string {
  return formats().money(amount, currency)
}

/**
 * Returns what Stockcast costs, the same everywhere, with cents only where there are some: `$10`, `$4.90`.
 */
export function formatPrice(cents: number, currency: string): string {
  const fractionDigits = cents % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(cents / 100)
}

/**
 * Returns the options of a field that groups digits while they are typed; such a field takes whole numbers
 * only.
 */
export function groupingOfFields() {
  const { group, decimal, groupStyle } = formats().separators
  return { thousandSeparator: group, decimalSeparator: decimal, thousandsGroupStyle: groupStyle }
}
