/** The only source of the current time. The sandbox may move it ahead; production never does. */
export interface Clock {
  now(): Date
  setOffset(offsetMs: number): void
}

export function createClock(offsetMs = 0): Clock {
  let offset = offsetMs
  return {
    now: () => new Date(Date.now() + offset),
    setOffset: (ms) => {
      offset = ms
    },
  }
}
