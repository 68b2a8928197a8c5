#!/usr/bin/env node
import path from 'node:path'
import { getNodeArguments } from '../launch/node-arguments.ts'

const DEADLINE_MS = 2000

// The entry command of the image. Each role loads only its own program.

const WRONG_USAGE = 64
const STOPPED_EARLY = 143
const USAGE = `stockcast ROLE

  web            serves pages, the API and webhooks
  worker         works on queued jobs
  all            applies migrations, then does both in one process
  migrate        applies migrations, and ends
  admin COMMAND  looks after the installation; without a command it lists them
  health         ends with 0 if the process of this container is ready`

const stopsEarly = (code: number) => () => process.exit(code)

/** Replaces `early`, which is needed because the first process of a container ignores signals without a handler. */
async function runServer(role: 'web' | 'worker' | 'all', early: () => void): Promise<void> {
  process.env.STOCKCAST_ROLE = role
  const server = await import('../../apps/server/src/main.ts')
  process.off('SIGTERM', early).off('SIGINT', early)
  await server.runServer()
}

async function migrate(): Promise<void> {
  const { createTables } = await import('./create-tables.ts')
  await createTables(process.env)
}

async function administer(args: readonly string[]): Promise<void> {
  const { commands } = await import('../admin/commands.ts')
  const { runCommand } = await import('../admin/run-command.ts')
  // The folder of the image in which the bundle is.
  const root = path.resolve(import.meta.dirname, '..')
  const place = { root, env: process.env, calledAs: 'stockcast admin' }
  const { text, problem, exitCode } = await runCommand(commands, args, place)
  if (text) console.log(text)
  if (problem) console.error(problem)
  process.exitCode = exitCode
}

/** Begins again in the same process, with the arguments of Node for this role, unless Node was started with them. */
function beginWithArguments(role: string): void {
  const missing = getNodeArguments(role).filter((each) => !process.execArgv.includes(each))
  if (missing.length === 0) return
  process.execve?.(process.execPath, [
    process.execPath,
    ...process.execArgv,
    ...missing,
    ...process.argv.slice(1),
  ])
}

async function run(role: string, args: readonly string[]): Promise<void> {
  beginWithArguments(role)
  const isServer = role === 'web' || role === 'worker' || role === 'all'
  const early = stopsEarly(isServer ? 0 : STOPPED_EARLY)
  process.on('SIGTERM', early).on('SIGINT', early)
  if (role === 'all' || role === 'migrate') await migrate()
  if (isServer) return runServer(role, early)
  if (role === 'migrate') return
  if (role === 'admin') return administer(args)
  if (role === 'health') {
    process.exitCode = (await askWhetherReady(process.env)) ? 0 : 1
    return
  }
  console.error(USAGE)
  process.exitCode = WRONG_USAGE
}

const [role = '', ...args] = process.argv.slice(2)
await run(role, args).catch((error: Error) => {
  const isPlain = error.name === 'Problem' || error.name === 'AppError'
  console.error(isPlain ? error.message : (error.stack ?? error.message))
  process.exit(1)
})

/**
 * Returns whether the process of this container says that it is ready: one that serves on PORT, or a worker on
 * WORKER_PORT.
 */
async function askWhetherReady({ PORT = '3000', WORKER_PORT }: NodeJS.ProcessEnv): Promise<boolean> {
  for (const port of [PORT, ...(WORKER_PORT ? [WORKER_PORT] : [])]) {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined)
    if (answer) return answer.ok
  }
  return false
}
