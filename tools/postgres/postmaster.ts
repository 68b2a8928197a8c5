import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

/** Returns the running server of `dataDir`, whoever started it; undefined if there is none. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const lines = readPidFile(dataDir)
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !servesFolder(pid, dataDir))
    return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Removes postmaster.pid if its process number belongs to another program, because PostgreSQL would refuse to
 * start. Shared memory, identified by the folder's inode, still prevents two servers in one folder.
 */
export function removeStalePidFile(dataDir: string): void {
  if (!findPostmaster(dataDir)) rmSync(path.join(dataDir, 'postmaster.pid'), { force: true })
}

function readPidFile(dataDir: string): string[] | undefined {
  try {
    return readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function servesFolder(pid: number, dataDir: string): boolean {
  const command = commandLine(pid)
  return /postgres/.test(command) && command.includes(dataDir)
}

function commandLine(pid: number): string {
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
    const answer =
      spawnSync('powershell', ['-NoProfile', '-Command', query], { encoding: 'utf8' }).stdout ?? ''
    return answer.replaceAll('/', '\\')
  }
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
