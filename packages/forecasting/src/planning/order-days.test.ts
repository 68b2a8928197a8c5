import { describe, expect, it } from 'vitest'
import { coverDays, lastOrderDay, leadTimeAcross, nextOrderDay, type OrderCalendar } from './order-days.ts'

/** Monday, 23 November 2026. */
const MONDAY = 20_780
const mondays: OrderCalendar = { review: { kind: 'weekdays', weekdays: [1] }, shutdowns: [] }
const usual = { chosenDays: null, shopDays: 30 }
const anyDay: OrderCalendar = { review: { kind: 'any_day' }, shutdowns: [] }

describe('order days', () => {
  it('find the weekday of a date, also before 1970', () => {
    expect(nextOrderDay(mondays, MONDAY)).toBe(MONDAY)
    expect(nextOrderDay(mondays, MONDAY + 1)).toBe(MONDAY + 7)
    expect(lastOrderDay(mondays, MONDAY - 1)).toBe(MONDAY - 7)
    expect(nextOrderDay(mondays, -3)).toBe(-3)
  })

  it('repeat every few weeks from their first day and never before it', () => {
    const calendar: OrderCalendar = { review: { kind: 'weeks', weeks: 2, from: MONDAY }, shutdowns: [] }
    expect(nextOrderDay(calendar, MONDAY - 20)).toBe(MONDAY)
    expect(nextOrderDay(calendar, MONDAY + 1)).toBe(MONDAY + 14)
    expect(lastOrderDay(calendar, MONDAY - 1)).toBeNull()
    expect(coverDays(calendar, MONDAY, usual)).toBe(14)
  })

  it('leave out the days on which the supplier is closed, which lengthens what an order covers', () => {
    const shutdowns = [{ from: MONDAY + 5, to: MONDAY + 15 }]
    expect(nextOrderDay({ ...mondays, shutdowns }, MONDAY + 1)).toBe(MONDAY + 21)
    expect(coverDays({ ...mondays, shutdowns }, MONDAY, usual)).toBe(21)
    expect(coverDays(mondays, MONDAY, usual)).toBe(7)
  })

  it('let an order cover 30 days if any day is an order day, and more over a longer shutdown', () => {
    expect(coverDays(anyDay, MONDAY, usual)).toBe(30)
    expect(coverDays({ ...anyDay, shutdowns: [{ from: MONDAY + 1, to: MONDAY + 40 }] }, MONDAY, usual)).toBe(
      41,
    )
  })

  it('let an order cover the chosen days, or the shop’s if the supplier takes orders on any day', () => {
    const chosen = { chosenDays: 45, shopDays: 60 }
    expect(coverDays(anyDay, MONDAY, { chosenDays: null, shopDays: 60 })).toBe(60)
    expect(coverDays(anyDay, MONDAY, chosen)).toBe(45)
    expect(coverDays(mondays, MONDAY, { chosenDays: null, shopDays: 60 })).toBe(7)
    expect(coverDays(mondays, MONDAY, chosen)).toBe(45)
    expect(coverDays(mondays, MONDAY, { chosenDays: 3, shopDays: 60 })).toBe(7)
  })

  it('lengthen a lead time by the shutdown days that it spans', () => {
    const shutdowns = [
      { from: 120, to: 124 },
      { from: 108, to: 109 },
    ]
    expect(leadTimeAcross(7, 100, shutdowns)).toBe(7)
    expect(leadTimeAcross(10, 100, shutdowns)).toBe(12)
    expect(leadTimeAcross(18, 100, shutdowns)).toBe(25)
    expect(leadTimeAcross(3, 121, shutdowns)).toBe(6)
  })
})
