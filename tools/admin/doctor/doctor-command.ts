import type { LaunchConfig } from '../../launch/config.ts'
import { Problem } from '../../problem.ts'
import { type Command, readOptions } from '../command.ts'
import { tableText } from '../table-text.ts'
import { type Check, checks } from './checks.ts'

export const doctorCommand: Command = {
  usage: '',
  does: 'checks every requirement and says what to do about each failure',
  run: async (args, config) => {
    readOptions(args, {})
    const results = []
    for (const check of checks) results.push(await examine(check, config))
    const hasFailed = results.some(({ isOk }) => !isOk)
    const rows = results.map(({ name, isOk, found }) => [isOk ? 'ok' : 'FAILED', name, found])
    return { text: tableText(['', 'requirement', 'found'], rows), json: results, hasFailed }
  },
}

async function examine({ name, run }: Check, config: LaunchConfig) {
  try {
    return { name, isOk: true, found: await run(config) }
  } catch (error) {
    if (!(error instanceof Problem) && (error as Error).name !== 'AppError') throw error
    return { name, isOk: false, found: (error as Error).message }
  }
}
