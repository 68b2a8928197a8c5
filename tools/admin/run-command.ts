import { type LaunchConfig, readConfig } from '../launch/config.ts'
import { problemText } from '../problem.ts'
import type { Command, Outcome } from './command.ts'

export interface Printed {
  /** For standard output. */
  text: string
  /** For standard error. */
  problem: string
  exitCode: number
}

/** Runs the command that `args` name and returns what to print. `--json` prints one JSON value. */
export async function runCommand(
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
  place: { root: string; env: NodeJS.ProcessEnv; calledAs?: string },
): Promise<Printed> {
  const isJson = args.includes('--json')
  const [name = 'help', ...rest] = args.filter((each) => each !== '--json')
  if (HELP.includes(name))
    return printed({ text: usageText(commands, place.calledAs), json: usages(commands) }, isJson)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    return failure(`There is no command "${name}".`, isJson, usageText(commands, place.calledAs))
  try {
    const config: LaunchConfig = readConfig(place.root, place.env)
    return printed(await command.run(rest, config), isJson)
  } catch (error) {
    return failure(problemText(error), isJson)
  }
}

const HELP = ['help', '--help', '-h']

function printed({ text, json, hasFailed }: Outcome, isJson: boolean): Printed {
  return { text: isJson ? jsonText(json) : text, problem: '', exitCode: hasFailed ? 1 : 0 }
}

function failure(problem: string, isJson: boolean, text = ''): Printed {
  if (isJson) return { text: jsonText({ problem }), problem: '', exitCode: 1 }
  return { text, problem, exitCode: 1 }
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function usages(commands: Readonly<Record<string, Command>>) {
  return Object.entries(commands).map(([name, { usage, does }]) => ({ name, usage, does }))
}

function usageText(commands: Readonly<Record<string, Command>>, calledAs = 'npm run -s admin --'): string {
  const lines = usages(commands).flatMap(({ name, usage, does }) => [
    `  ${name} ${usage}`.trimEnd(),
    `      ${does}`,
  ])
  return [`${calledAs} COMMAND [--json]`, '', ...lines].join('\n')
}
