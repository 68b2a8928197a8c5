import type { SimulationFile } from '@stockcast/forecasting'
import { InputError } from './input-error.ts'
import { readBytes } from './read-bytes.ts'
import { scorecardText } from './scorecard-text.ts'

const USAGE = 'Usage: npm run -s scorecard -- --file EXPORT.json[.gz]'

// Recomputes the figures of an exported scorecard from its input data.
try {
  const args = process.argv.slice(2)
  if (args.length !== 2 || args[0] !== '--file') throw new InputError(`--file is missing.\n${USAGE}`)
  console.log(scorecardText(readSimulationFile(args[1] as string)))
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** Reads the export of a scorecard, compressed or not. The engine checks its content. */
function readSimulationFile(path: string): SimulationFile {
  const text = new TextDecoder().decode(readBytes(path))
  try {
    return JSON.parse(text) as SimulationFile
  } catch {
    throw new InputError(
      `${path} is not JSON. Give the file that "Export JSON" on the Scorecard page downloads.`,
    )
  }
}
