import { formatCompact, formatUnits } from '../../ui/format/numbers.ts'
import { valueTicks } from './day-scale.ts'

const LARGEST_IN_FULL = 10_000

/** What all charts over days have in common. */
export const dayChart = {
  dataKey: 'x',
  accessibilityLayer: false,
  withXAxis: false,
  gridProps: { syncWithTicks: true },
  areaProps: { fillOpacity: 1, strokeWidth: 0, activeDot: false },
}

/**
 * Returns the value axis of a chart from 0 to `ceiling`: round ticks, with `20,000` written as `20K` so
 * that it fits beside the plot.
 */
export function valueAxis(ceiling: number, count?: number) {
  return {
    domain: [0, ceiling],
    ticks: valueTicks(ceiling, count),
    width: 38,
    tick: { fontSize: 11, fontWeight: 500, fill: 'currentColor' },
    tickFormatter: ceiling < LARGEST_IN_FULL ? formatUnits : formatCompact,
  }
}
