import { quantile } from '../launch/quantiles.ts'

/**
 * The time between a provider's acceptance of a message and its record; a worker killed then sends it again.
 */
export interface Doubt {
  takenAt: Date
  recordedAt: Date
}

/**
 * Returns this time for one message. `offsetsMs` has all offsets of the clock, which are whole minutes apart.
 */
export function doubtMs({ takenAt, recordedAt }: Doubt, offsetsMs: readonly number[]): number {
  const passed = offsetsMs.map((offset) => recordedAt.getTime() - (takenAt.getTime() - offset))
  return Math.min(...passed.filter((ms) => ms >= 0))
}

export function printDoubt(channel: string, times: readonly number[], stormMs: number): void {
  const ms = (share: number) => `${quantile(times, share).toFixed(0)} ms`
  const met = times.reduce((sum, time) => sum + time, 0) / stormMs
  console.log(
    `${channel.padEnd(12)} taken → noted p50 ${ms(0.5)}, p95 ${ms(0.95)}, most ${ms(1)} of ${times.length}; ` +
      `a kill at a random moment meets ${met.toFixed(4)}`,
  )
}
