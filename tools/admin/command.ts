import { parseArgs } from 'node:util'
import type { LaunchConfig } from '../launch/config.ts'
import { Problem } from '../problem.ts'

export interface Outcome {
  /** For people. */
  text: string
  /** For programs, with --json. */
  json: unknown
  hasFailed?: boolean
}

export interface Command {
  /** The options and arguments, as the help shows them. */
  usage: string
  does: string
  run(args: string[], config: LaunchConfig): Promise<Outcome>
}

type Option = { type: 'string' | 'boolean' }

/** Parses the options of a command. Refuses unknown options and, unless `allowsWords`, other arguments. */
export function readOptions<Options extends Record<string, Option>>(
  args: string[],
  options: Options,
  allowsWords = false,
) {
  try {
    return parseArgs({ args, options, allowPositionals: allowsWords, strict: true })
  } catch (error) {
    throw new Problem(`${(error as Error).message.split('. ')[0]}: see \`npm run -s admin\`.`, {
      cause: error,
    })
  }
}

export function requireOption(value: string | undefined, sentence: string): string {
  if (value) return value
  throw new Problem(sentence)
}
