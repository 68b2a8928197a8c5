const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Calendar days of one time zone as whole numbers: days since 1970-01-01. */
export class Calendar {
  readonly timeZone: string
  private readonly format: Intl.DateTimeFormat
  private readonly offsets = new Map<number, number>()

  constructor(timeZone: string) {
    this.timeZone = timeZone
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  }

  offsetMs(instant: number): number {
    const hour = Math.floor(instant / HOUR_MS)
    const known = this.offsets.get(hour)
    if (known !== undefined) return known
    const parts = Object.fromEntries(
      this.format.formatToParts(hour * HOUR_MS).map((part) => [part.type, Number(part.value)]),
    )
    const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!)
    const offset = local - hour * HOUR_MS
    this.offsets.set(hour, offset)
    return offset
  }

  toDay(instant: number): number {
    return Math.floor((instant + this.offsetMs(instant)) / DAY_MS)
  }

  /** The instant at which clocks show `msOfDay` on `day`; in the hour skipped in spring, the hour after. */
  toInstant(day: number, msOfDay: number): number {
    const local = day * DAY_MS + msOfDay
    const guess = local - this.offsetMs(local)
    return local - this.offsetMs(guess)
  }
}

/** Returns the weekday from 0, Monday. */
export function toWeekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the day; null unless the text is a real date, YYYY-MM-DD. */
export function parseIsoDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = Math.round(Date.parse(`${text}T00:00:00Z`) / DAY_MS)
  return Number.isFinite(day) && isoDay(day) === text ? day : null
}
