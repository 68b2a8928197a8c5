import { readOptions } from './command-options.ts'
import { InputError } from './input-error.ts'
import { runForecast } from './run-forecast.ts'

try {
  await runForecast(readOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
