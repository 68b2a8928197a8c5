import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processBirth } from './process-birth.ts'

/** The running processes, stored in the data folder so that the start after a `kill -9` finds them. */
export interface RunRecord {
  launcherPid: number
  url: string
  services: { name: string; pid: number; birth: string }[]
}

const PATIENCE_MS = 5000

export function readRunRecord(dataDir: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordFile(dataDir), 'utf8')) as RunRecord
  } catch {
    return undefined
  }
}

export function saveRunRecord(dataDir: string, record: RunRecord): void {
  const unfinished = `${recordFile(dataDir)}.new`
  writeFileSync(unfinished, JSON.stringify(record))
  renameSync(unfinished, recordFile(dataDir))
}

export function removeRunRecord(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true })
}

/** Ends services left over by a killed launcher. A process that reuses a number has another start time. */
export async function endLeftovers(dataDir: string): Promise<void> {
  const left = readRunRecord(dataDir)?.services ?? []
  await Promise.all(left.map((service) => end(service)))
  removeRunRecord(dataDir)
}

async function end(service: { pid: number; birth: string }): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + PATIENCE_MS
    if (!isSame(service)) return
    send(signal, service.pid)
    while (isSame(service) && performance.now() < deadline) await sleep(20)
  }
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // The process has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isSame(service: { pid: number; birth: string }): boolean {
  return processBirth(service.pid) === service.birth
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, 'run.json')
}
