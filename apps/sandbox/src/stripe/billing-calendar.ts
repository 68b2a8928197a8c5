export const HOUR_S = 3600
export const DAY_S = 24 * HOUR_S

/** Returns the time `months` after the anchor, at its time of day (UTC); a day that the month lacks is its last one. Seconds. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const month = date.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay))
  return (
    midnight / 1000 + (anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000)
  )
}

/** Returns the first month's boundary after `from`, counted from the anchor: 31 Jan, 28 Feb, 31 Mar. Seconds. */
export function nextBoundary(anchor: number, from: number): number {
  const [first, last] = [new Date(anchor * 1000), new Date(from * 1000)]
  const years = last.getUTCFullYear() - first.getUTCFullYear()
  const months = Math.max(0, years * 12 + last.getUTCMonth() - first.getUTCMonth())
  const sameMonth = addMonths(anchor, months)
  return sameMonth > from ? sameMonth : addMonths(anchor, months + 1)
}
