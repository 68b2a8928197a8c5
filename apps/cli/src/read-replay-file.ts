import type { ReplayFile } from '@stockcast/forecasting'
import { InputError } from './input-error.ts'
import { readBytes } from './read-bytes.ts'

/** The export of a scorecard, gzip or not. What is in it is checked by the engine. */
export function readReplayFile(path: string): ReplayFile {
  const text = new TextDecoder().decode(readBytes(path))
  try {
    return JSON.parse(text) as ReplayFile
  } catch {
    throw new InputError(`${path} is not JSON. Give the file that "Everything it was made from" downloads.`)
  }
}
