export interface FakeClock {
  now(): Date
  advance(milliseconds: number): void
  set(isoInstant: string): void
}

/** Returns a clock that stands still until the test moves it. */
export function fakeClock(isoInstant: string): FakeClock {
  let at = instant(isoInstant)
  return {
    now: () => new Date(at),
    advance(milliseconds) {
      at += milliseconds
    },
    set(next) {
      at = instant(next)
    },
  }
}

function instant(iso: string): number {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) throw new RangeError(`not an ISO instant: ${iso}`)
  return at
}
