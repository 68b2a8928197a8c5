import type { Clock } from '../kernel/clock/clock.ts'

export interface TestClock extends Clock {
  advance(milliseconds: number): void
  set(isoInstant: string): void
}

/** Returns a clock that stands still until the test moves it, directly or by the sandbox's offset. */
export function testClock(isoInstant: string): TestClock {
  let at = Date.parse(isoInstant)
  let offset = 0
  return {
    now: () => new Date(at + offset),
    setOffset: (ms) => {
      offset = ms
    },
    advance: (milliseconds) => {
      at += milliseconds
    },
    set: (next) => {
      at = Date.parse(next)
    },
  }
}
