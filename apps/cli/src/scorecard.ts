import { InputError } from './input-error.ts'
import { readSimulationFile } from './read-simulation-file.ts'
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
