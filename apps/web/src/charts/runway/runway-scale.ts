/** Seven weeks, the same for every row, so that rows can be compared. */
export const RUNWAY_DAYS = 49
export const RUNWAY_HEIGHT_PX = 50
/** Height of the stock line, from the top. */
export const RUNWAY_BASE_PX = RUNWAY_HEIGHT_PX - 9
/** Half of the width of a mark of incoming units. */
export const INCOMING_MARK_PX = 5
/** From and to, in px. */
export type Span = readonly [number, number]
const LEFT_PX = 4
const RIGHT_PX = 6
/** Used until the element has been measured. */
export const RUNWAY_FALLBACK_PX = 420

/** Returns the scale from days after today to px, on a runway `widthPx` wide. */
export function runwayScale(widthPx: number): (day: number) => number {
  return (day) => LEFT_PX + (day / RUNWAY_DAYS) * (widthPx - LEFT_PX - RIGHT_PX)
}
