const DEADLINE_MS = 2000

/**
 * Returns whether the process of this container says that it is ready: one that serves on PORT, or a worker on
 * WORKER_PORT.
 */
export async function askWhetherReady({ PORT = '3000', WORKER_PORT }: NodeJS.ProcessEnv): Promise<boolean> {
  for (const port of [PORT, ...(WORKER_PORT ? [WORKER_PORT] : [])]) {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined)
    if (answer) return answer.ok
  }
  return false
}
