import type { ShopStore } from '../../store/shop-store.ts'

/** Webhooks print instants with the shop's own offset, as 2026-11-20T10:00:00-05:00. */
export function restTime(store: ShopStore, instant: number): string {
  const offsetMinutes = store.calendar.offsetMs(instant) / 60_000
  const local = new Date(instant + offsetMinutes * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(offsetMinutes)
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

export function money(cents: number): string {
  return (cents / 100).toFixed(2)
}
