import type { Sandbox } from '../launch/sandbox.ts'

/** The product's clock, which a benchmark moves forward. */
export interface SteppedClock {
  now(): Date
  /** All offsets from the machine's clock since the start. */
  offsetsMs: readonly number[]
  advance(minutes: number): Promise<void>
}

export function steppedClock(sandbox: Sandbox): SteppedClock {
  const offsetsMs = [0]
  return {
    now: () => new Date(Date.now() + offsetsMs.at(-1)!),
    offsetsMs,
    advance: async (minutes) => {
      const { offsetMs } = (await sandbox.advance(minutes)) as { offsetMs: number }
      offsetsMs.push(offsetMs)
    },
  }
}
