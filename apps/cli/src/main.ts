import { setFlagsFromString } from 'node:v8'
import { readOptions } from './command-options.ts'
import { InputError } from './input-error.ts'
import { runForecast } from './run-forecast.ts'

// Delays V8's optimising compiler, which would cost more than the forecast of a small shop.
setFlagsFromString('--invocation-count-for-turbofan=100000')

try {
  await runForecast(readOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
