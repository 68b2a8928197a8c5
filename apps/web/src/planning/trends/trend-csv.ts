import type { Trends } from '@stockcast/contract'
import type { Metric } from './trend-metrics.ts'

const heads = ['day', 'actual', 'likely', 'low', 'high']

/**
 * Returns the numbers of the chart and its table in full precision; unknown ones are empty. Days and
 * numbers need no escaping.
 */
export function metricCsv({ points }: Pick<Metric, 'points'>): string {
  const rows = points.map(({ day, past, likely, low, high }) => [day, ...[past, likely, low, high].map(cell)])
  return [heads, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function cell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10_000) / 10_000)
}

/**
 * Returns `trends-units-sold-30-days-2026-11-20.csv`, with the product's number for the trends of one
 * product.
 */
export function metricFileName(metric: Pick<Metric, 'id'>, { period, today, variant }: Trends): string {
  const product = variant === null ? '' : `-product-${variant.variantId}`
  return `trends-${metric.id}${product}-${period}-days-${today}.csv`
}
