import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const main = path.resolve(import.meta.dirname, '../../../sandbox/src/main.ts')
const PATIENCE_MS = 20_000

export interface SandboxProcess {
  url: string
  smtpPort: number
  stop(): Promise<void>
}

/**
 * Starts the real sandbox, in a process and a folder of its own: tests reach it only by HTTP, as the product
 * does.
 */
export async function startSandboxProcess(environment: Record<string, string> = {}): Promise<SandboxProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'))
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { DATA_DIR: folder, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...environment },
  })
  const { address, smtpPort } = await ready(child)
  return {
    url: address,
    smtpPort,
    stop: async () => {
      const hasEnded = once(child, 'exit')
      child.kill('SIGTERM')
      await hasEnded
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ready(child: ChildProcess): Promise<{ address: string; smtpPort: number }> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })
  return message as { address: string; smtpPort: number }
}
