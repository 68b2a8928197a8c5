import { formatCompact, formatUnits } from '../../ui/format/numbers.ts'

const DAY_STEPS = [1, 2, 7, 14, 28, 56]
const LABEL_PX = 58
const TODAY_LABEL_PX = 44

/**
 * Returns the day offsets to label on an axis from `from` to `to`, `widthPx` wide; today (0) has a label of
 * its own.
 */
export function dateTicks({ from, to, widthPx }: { from: number; to: number; widthPx: number }): number[] {
  const pxPerDay = widthPx / (to - from)
  const step = DAY_STEPS.find((days) => days * pxPerDay >= LABEL_PX) ?? DAY_STEPS.at(-1)!
  const ticks: number[] = []
  for (let day = Math.ceil(from / step) * step; day <= to; day += step) {
    const isTooCloseToToday = Math.abs(day * pxPerDay) < TODAY_LABEL_PX
    const isTooCloseToEdge = (day - from) * pxPerDay < 18 || (to - day) * pxPerDay < 20
    if (!isTooCloseToToday && !isTooCloseToEdge) ticks.push(day)
  }
  return ticks
}

/** Returns round values from 0 to at most `max`, about `count` of them. */
export function valueTicks(max: number, count = 4): number[] {
  if (!(max > 0)) return [0]
  const rough = max / count
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * magnitude >= rough) ?? 10
  // Units are whole: 2.5 would be shown as 3, and the next one as 5.
  const step = Math.max(1, Math.floor(factor * magnitude))
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step)
}

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

/** Width of a letter, about, and the distance of a name from its mark, in px. */
const LETTER_PX = 6.5
export const NAME_GAP_PX = 4

/**
 * Returns the marks whose names fit beside each other, those first that change sales most; `at` and `right`, where the chart
 * ends, are in px.
 */
export function namesWithRoom<Mark extends { at: number; name: string; ratio: number }>(
  marks: readonly Mark[],
  right: number,
): readonly Mark[] {
  const end = ({ at, name }: Mark) => at + 2 * NAME_GAP_PX + name.length * LETTER_PX
  const change = ({ ratio }: Mark) => Math.abs(ratio - 1)
  const named: Mark[] = []
  for (const mark of marks.toSorted((a, b) => change(b) - change(a))) {
    const isFree = named.every((other) => end(mark) <= other.at || end(other) <= mark.at)
    if (isFree && end(mark) <= right) named.push(mark)
  }
  return named
}
