import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

export interface Finished {
  isOk: boolean
  output: string
}

/** Runs a JavaScript program of node_modules with the current Node and returns its output. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: root,
    env: { ...withoutColour(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isOk: false, output: error.message }))
    child.once('close', (code) => resolve({ isOk: code === 0, output }))
  })
}

function withoutColour({ FORCE_COLOR: _, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, NO_COLOR: '1' }
}
