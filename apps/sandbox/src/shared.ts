import type { Config } from './config.ts'
import type { FaultSwitches } from './faults/fault-switches.ts'

/** What every provider gets. */
export interface Shared {
  config: Config
  faults: FaultSwitches
  /** The sandbox's clock. */
  now(): number
  report(message: string, error: unknown): void
}
