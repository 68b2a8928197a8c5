import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns when the process started, in the system's notation; undefined if there is none or it has ended. */
export function processBirth(pid: number): string | undefined {
  if (process.platform === 'linux') return birthOnLinux(pid)
  if (process.platform === 'win32') return birthOnWindows(pid)
  return spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim() || undefined
}

function birthOnLinux(pid: number): string | undefined {
  try {
    // The name in parentheses may contain spaces. After it, state is field 1, num_threads 18 and starttime 20.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    // A zombie whose other threads still end keeps its ports.
    if (!fields || (fields[0] === 'Z' && Number(fields[17]) <= 1)) return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${fields[19]}`
  } catch {
    return undefined
  }
}

function birthOnWindows(pid: number): string | undefined {
  const query = `(Get-Process -Id ${pid} -ErrorAction SilentlyContinue).StartTime.Ticks`
  return (
    spawnSync('powershell', ['-NoProfile', '-Command', query], { encoding: 'utf8' }).stdout?.trim() ||
    undefined
  )
}
