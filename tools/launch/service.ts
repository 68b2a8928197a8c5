import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import { lastWords } from './last-words.ts'

export interface ServiceOptions {
  name: string
  /** The program, as JavaScript or TypeScript. */
  file: string
  /** Arguments of Node, before the program. */
  nodeArguments: readonly string[]
  env: NodeJS.ProcessEnv
  logFile: string
  onStart: (pid: number) => void
  onCrash: (sentence: string) => void
}

export interface Service {
  /** Resolves to the address once the service listens. Rejects if the first start fails. */
  ready: Promise<string>
  /** Asks the service to finish its work, and ends it after `patienceMs`. */
  stop(patienceMs: number): Promise<void>
}

const READY_DEADLINE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** Starts a service and restarts it whenever it ends. Pauses grow while it ends before it listens. */
export function startService(options: ServiceOptions): Service {
  const stopping = new AbortController()
  let child = spawnService(options)
  const ready = untilReady(child, options)
  const supervise = async () => {
    let pause = FIRST_PAUSE_MS
    for (;;) {
      const end = await ended(child)
      if (stopping.signal.aborted) return
      options.onCrash(`The ${options.name} stopped (${end}) and is started again: see ${options.logFile}.`)
      await sleep(pause, undefined, { signal: stopping.signal })
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      child = spawnService(options)
      child.once('message', () => {
        pause = FIRST_PAUSE_MS
      })
    }
  }
  // A service whose first start failed is not restarted; `ready` rejects with the reason.
  const supervised = ready.then(supervise).catch(() => undefined)
  const stop = async (patienceMs: number) => {
    stopping.abort()
    await stopProcess(child, patienceMs)
    await supervised
  }
  return { ready, stop }
}

function spawnService(options: ServiceOptions): ChildProcess {
  const log = openSync(options.logFile, 'a', 0o600)
  // Detached, so that Ctrl-C in the terminal reaches only the launcher, which stops the services in order.
  const child = spawn(process.execPath, [...options.nodeArguments, options.file], {
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  if (child.pid) options.onStart(child.pid)
  return child
}

async function untilReady(child: ChildProcess, options: ServiceOptions): Promise<string> {
  const deadline = new AbortController()
  const late = sleep(READY_DEADLINE_MS, 'it took too long', { signal: deadline.signal, ref: false })
  const serves = new Promise<string>((resolve) => {
    child.on('message', (message: { type?: string; address?: string }) => {
      if (message.type === 'ready') resolve(message.address ?? '')
    })
  })
  const failed = Promise.race([ended(child).then(() => lastWords(options.logFile)), late]).then((reason) => {
    throw new Problem(`The ${options.name} did not start (${reason}): see ${options.logFile}.`)
  })
  try {
    return await Promise.race([serves, failed])
  } finally {
    failed.catch(() => undefined)
    deadline.abort()
  }
}

async function ended(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? `code ${child.exitCode}`
}

async function stopProcess(child: ChildProcess, patienceMs: number): Promise<void> {
  const gone = ended(child)
  if (process.platform !== 'win32') child.kill('SIGTERM')
  else if (child.connected) child.disconnect()
  const waited = new AbortController()
  const late = sleep(patienceMs, 'late', { signal: waited.signal }).catch(() => 'gone')
  if ((await Promise.race([gone, late])) === 'late') child.kill('SIGKILL')
  waited.abort()
  await gone
}
