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
