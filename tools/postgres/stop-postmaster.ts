import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import type { Binaries } from './binaries.ts'
import { findPostmaster } from './postmaster.ts'

// Fast shutdown rolls back and writes a checkpoint. Immediate shutdown skips the checkpoint; the next start recovers.
const STEPS = [
  { signal: 'INT', waitMs: 20_000 },
  { signal: 'QUIT', waitMs: 10_000 },
] as const

/** Stops the server of `dataDir`, also one left over by a killed run. */
export async function stopPostmaster(dataDir: string, binaries: Binaries): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    const deadline = performance.now() + waitMs
    const found = findPostmaster(dataDir)
    if (!found) return
    send(signal, found.pid, binaries)
    while (performance.now() < deadline) {
      if (!findPostmaster(dataDir)) return
      await sleep(10)
    }
  }
  const left = findPostmaster(dataDir)
  if (left)
    throw new Problem(`A PostgreSQL server from an earlier run does not stop: end process ${left.pid}.`)
}

function send(signal: 'INT' | 'QUIT', pid: number, binaries: Binaries): void {
  // Windows has no signals: Node would end the process at once, while pg_ctl asks it to stop.
  if (process.platform === 'win32') {
    spawnSync(binaries.pg_ctl, ['kill', signal, `${pid}`])
    return
  }
  try {
    process.kill(pid, `SIG${signal}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
