import { gzipSync } from 'node:zlib'
import {
  type LiveScore,
  type Simulation,
  type SimulationFile,
  scoreLive,
  simulateShop,
  simulationInput,
} from '@stockcast/forecasting'
import { computeInBackground } from '../../kernel/thread-priority.ts'

/** A scorecard as it is stored. */
export interface ScorecardResult {
  simulation: Simulation
  live: LiveScore
}

/** The result as JSON text, and the input file of the simulation, compressed. */
export interface SimulationAnswer {
  result: string
  inputs: Uint8Array
}

/** Simulates a shop from its file. Runs in a worker thread. */
export function simulateFromFile(file: SimulationFile): SimulationAnswer {
  computeInBackground()
  const input = simulationInput(file)
  const result: ScorecardResult = { simulation: simulateShop(input), live: scoreLive(input, file.alerts) }
  return { result: JSON.stringify(result), inputs: gzipSync(JSON.stringify(file)) }
}
