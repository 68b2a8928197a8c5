const MILLISECONDS_PER_DAY = 86_400_000

/** Returns the epoch day (days since 1970-01-01) of a YYYY-MM-DD date; null if there is no such day. */
export function toEpochDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const milliseconds = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(milliseconds)) return null
  return new Date(milliseconds).toISOString().startsWith(text) ? milliseconds / MILLISECONDS_PER_DAY : null
}

export function toDate(epochDay: number): string {
  return new Date(epochDay * MILLISECONDS_PER_DAY).toISOString().slice(0, 10)
}
