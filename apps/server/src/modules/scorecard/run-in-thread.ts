import { gzipSync } from 'node:zlib'
import {
  type LiveScore,
  type Replay,
  type ReplayFile,
  replayInput,
  replayShop,
  scoreLive,
} from '@stockcast/forecasting'

/** A scorecard as it is stored. */
export interface ScorecardResult {
  replay: Replay
  live: LiveScore
}

/** The result as JSON text, and the input file of the simulation, compressed. */
export interface ReplayAnswer {
  result: string
  inputs: Uint8Array
}

/** Simulates a shop from its file. Runs in a worker thread. */
export function replayFromFile(file: ReplayFile): ReplayAnswer {
  const input = replayInput(file)
  const result: ScorecardResult = { replay: replayShop(input), live: scoreLive(input, file.alerts) }
  return { result: JSON.stringify(result), inputs: gzipSync(JSON.stringify(file)) }
}
