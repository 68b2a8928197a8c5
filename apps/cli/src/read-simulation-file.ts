import type { SimulationFile } from '@stockcast/forecasting'
import { InputError } from './input-error.ts'
import { readBytes } from './read-bytes.ts'

/** Reads the export of a scorecard, compressed or not. The engine checks its content. */
export function readSimulationFile(path: string): SimulationFile {
  const text = new TextDecoder().decode(readBytes(path))
  try {
    return JSON.parse(text) as SimulationFile
  } catch {
    throw new InputError(`${path} is not JSON. Give the file that "Everything it was made from" downloads.`)
  }
}
