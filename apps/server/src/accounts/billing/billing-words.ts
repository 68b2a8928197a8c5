/** Returns the shop's calendar day, such as `Dec 04, 2026`. */
export function toDate(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
  }).format(instant)
}

export function money(cents: number, currency: string): string {
  const isWhole = cents % 100 === 0
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : 2,
  }).format(cents / 100)
}
