import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../problem.ts'
import { readRunRecord } from './run-record.ts'

const SQLITE_BUSY = 5

export interface InstanceLock {
  release(): void
}

/**
 * Takes the lock that allows one launcher per data folder. SQLite's exclusive transaction is a lock of the
 * operating system on the file. The kernel releases it however this process ends, and a reused process number
 * cannot hold it.
 */
export function takeInstanceLock(dataDir: string): InstanceLock {
  const database = new DatabaseSync(path.join(dataDir, 'instance.lock'), { timeout: 0 })
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw alreadyRunning(dataDir)
  }
  return { release: () => database.close() }
}

function alreadyRunning(dataDir: string): Problem {
  const running = readRunRecord(dataDir)
  const where = running ? ` at ${running.url} (process ${running.launcherPid})` : ''
  return new Problem(
    `Stockcast is already running from ${dataDir}${where}: use that one, stop it, or set DATA_DIR, PORT, ` +
      'SANDBOX_PORT and SANDBOX_SMTP_PORT for a second one.',
  )
}
