/** Terms of Shopify's search syntax, for the `query` of a list. */

export function createdSince(since: Date): string {
  return `created_at:>='${instant(since)}'`
}

export function updatedSince(since: Date): string {
  return `updated_at:>='${instant(since)}'`
}

export function idsAbove(id: number): string {
  return `id:>${id}`
}

function instant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
