import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleServices, serviceFile } from '../../tools/launch/service-bundle.ts'
import type { Services } from '../launch/start-services.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const READY_MS = 120_000
const LOOK_EVERY_MS = 50

export interface Stopped {
  seconds: number
  /** The exit code; null after a kill. */
  code: number | null
}

/** A web or worker process that can be replaced. */
export interface ServerProcess {
  name: string
  /** Starts it, and waits until it is ready. */
  start(): Promise<void>
  /** Ends it, and waits until it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Stopped>
}

/** Returns the processes, not started yet. Each web process has one of the ports. */
export async function serverProcesses(
  services: Pick<Services, 'environment' | 'logFile'>,
  args: { webPorts: readonly number[]; workers: number },
): Promise<ServerProcess[]> {
  await bundleServices(ROOT)
  const { environment, logFile } = services
  const webs = args.webPorts.map((port, at) =>
    serverProcess(`web ${at + 1}`, logFile, {
      ...environment,
      STOCKCAST_ROLE: 'web',
      PORT: `${port}`,
      DRAIN_SECONDS: '2',
    }),
  )
  const workers = Array.from({ length: args.workers }, (_, at) =>
    serverProcess(`worker ${at + 1}`, logFile, { ...environment, STOCKCAST_ROLE: 'worker' }),
  )
  return [...webs, ...workers]
}

function serverProcess(name: string, logFile: string, env: NodeJS.ProcessEnv): ServerProcess {
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(process.execPath, [serviceFile(ROOT, 'server')], {
      env,
      // The server stops when the channel closes, so that nothing is left after the benchmark was killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${name} ended while it started: see ${logFile}`)
    })
    ended.catch(() => undefined)
    await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS) }), ended])
    if (env.STOCKCAST_ROLE === 'web') await untilReady(`http://127.0.0.1:${env.PORT}`)
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} has ended by itself: see ${logFile}`)
    const from = performance.now()
    const exit = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    const [code] = await exit
    return { seconds: (performance.now() - from) / 1000, code }
  }
  return { name, start, end }
}

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + READY_MS
  while (performance.now() < until) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`${url} is not ready`)
}
