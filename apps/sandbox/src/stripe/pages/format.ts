const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function formatCents(cents: number): string {
  return dollars.format(cents / 100)
}

/** Of ISO 8601 or seconds, in UTC. */
export function formatDay(at: string | number): string {
  return day.format(typeof at === 'number' ? at * 1000 : new Date(at))
}

export function formatBrand(brand: string): string {
  return brand.slice(0, 1).toUpperCase() + brand.slice(1)
}
