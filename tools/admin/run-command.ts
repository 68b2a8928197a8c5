import { type LaunchConfig, readConfig } from '../launch/config.ts'
import { Problem } from '../problem.ts'
import type { Command } from './command.ts'

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
  const [name = 'help', ...rest] = args
  const isJson = rest.includes('--json')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    const isHelp = ['help', '--help', '-h'].includes(name)
    const problem = isHelp ? '' : `There is no command "${name}".`
    return { text: usageOf(commands, place.calledAs), problem, exitCode: isHelp ? 0 : 1 }
  }
  try {
    const config: LaunchConfig = readConfig(place.root, place.env)
    const { text, json, hasFailed } = await command.run(
      rest.filter((each) => each !== '--json'),
      config,
    )
    return { text: isJson ? JSON.stringify(json, null, 2) : text, problem: '', exitCode: hasFailed ? 1 : 0 }
  } catch (error) {
    const problem = sentence(error)
    return { text: isJson ? JSON.stringify({ problem }) : '', problem: isJson ? '' : problem, exitCode: 1 }
  }
}

function usageOf(commands: Readonly<Record<string, Command>>, calledAs = 'npm run -s admin --'): string {
  const lines = Object.entries(commands).flatMap(([name, { usage, does }]) => [
    `  ${name} ${usage}`.trimEnd(),
    `      ${does}`,
  ])
  return [`${calledAs} COMMAND [--json]`, '', ...lines].join('\n')
}

function sentence(error: unknown): string {
  if (error instanceof Problem || (error as Error)?.name === 'AppError') return (error as Error).message
  return (error as Error)?.stack ?? String(error)
}
