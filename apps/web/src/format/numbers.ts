import { NO_SALES_DAYS } from '@stockcast/contract'
import { formats } from './country.ts'

/** `1,486` */
export function formatUnits(units: number): string {
  return formats().number(units)
}

/** For narrow places: `20K`. */
export function formatCompact(units: number): string {
  return formats().compact(units)
}

/** Average daily sales: one decimal, `4.2`. */
export function formatAverage(units: number): string {
  return formats().number(units, 1)
}

/** Whole days, rounded down; 999 stands for "no sales" and is shown as ∞. */
export function formatDaysUntilStockout(days: number | null): string {
  if (days === null) return '–'
  return days >= NO_SALES_DAYS ? '∞' : formatUnits(Math.floor(days))
}

/** `1 day`, `9 days` */
export function formatDayCount(days: number): string {
  return `${formatUnits(days)} ${days === 1 ? 'day' : 'days'}`
}

/** `1 product`, `2 products` */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatUnits(count)} ${count === 1 ? one : many}`
}

/** Whole percent of a ratio 0–1, never 0% or 100%: `<1%`, `64%`, `>99%`. */
export function formatProbability(ratio: number): string {
  if (ratio < 0.01) return '<1%'
  if (ratio > 0.99) return '>99%'
  return `${Math.round(ratio * 100)}%`
}

/** Whole percent of a ratio for shares that may well be 0 or all. */
export function formatShare(ratio: number): string {
  return `${Math.round(ratio * 100)}%`
}

/** `9 to 14`; one number when both ends are the same. */
export function formatRange(low: number, high: number): string {
  return low === high ? formatUnits(low) : `${formatUnits(low)} to ${formatUnits(high)}`
}

/** Whole currency units, `$1,486`. */
export function formatMoney(amount: number, currency: string): string {
  return formats().money(amount, currency)
}

/** What Stockcast costs, written alike everywhere. Cents only where there are some: `$10`, `$4.90`. */
export function formatPrice(cents: number, currency: string): string {
  const fractionDigits = cents % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(cents / 100)
}

/** For fields in which numbers are grouped while they are typed; as long as they take whole numbers only. */
export function groupingOfFields() {
  const { group, decimal, groupStyle } = formats().separators
  return { thousandSeparator: group, decimalSeparator: decimal, thousandsGroupStyle: groupStyle }
}
