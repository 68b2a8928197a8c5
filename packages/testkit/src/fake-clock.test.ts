import { describe, expect, it } from 'vitest'
import { fakeClock } from './fake-clock.ts'

describe('fakeClock', () => {
  it('stands still until it is moved', () => {
    const clock = fakeClock('2026-11-20T10:00:00Z')
    expect(clock.now().toISOString()).toBe('2026-11-20T10:00:00.000Z')
    clock.advance(90_000)
    expect(clock.now().toISOString()).toBe('2026-11-20T10:01:30.000Z')
    clock.set('2027-01-01T00:00:00Z')
    expect(clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('returns a new date each time, so that changing one changes nothing else', () => {
    const clock = fakeClock('2026-11-20T10:00:00Z')
    clock.now().setFullYear(1999)
    expect(clock.now().getUTCFullYear()).toBe(2026)
  })

  it('refuses text that is not an instant', () => {
    expect(() => fakeClock('yesterday')).toThrow('not an ISO instant: yesterday')
  })
})
