import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from './address.ts'
import type { Binaries } from './binaries.ts'
import { commandAs, type DatabaseUser, getIds } from './database-user.ts'
import { findPostmaster } from './postmaster.ts'
import type { Settings } from './settings.ts'

export interface PostmasterArgs {
  binaries: Binaries
  dataDir: string
  address: DatabaseAddress
  user: DatabaseUser | undefined
  settings: Settings
  logFile: string
}

// The shell holds the reading end of a pipe from this process. When this process ends, even by kill -9,
// `read` returns and the shell tells the server to stop. Descriptor 3 is closed for the server itself.
const GUARD = `
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -INT $server 2>/dev/null ) &
guard=$!
wait $server
code=$?
kill $guard 2>/dev/null
exit $code`

/** Starts the server process; `exited` resolves when it has ended for any reason. */
export function spawnPostmaster(args: PostmasterArgs): { exited: Promise<void> } {
  return process.platform === 'win32' ? startByControl(args) : startGuarded(args)
}

function startGuarded(args: PostmasterArgs): { exited: Promise<void> } {
  const { binaries, dataDir, address, user, logFile } = args
  const place = ['-D', dataDir, '-p', `${address.port}`, '-k', address.host, '-c', 'listen_addresses=']
  const log = openSync(logFile, 'a', 0o600)
  // Detached, so that Ctrl-C in the terminal reaches the app first, which then stops the server.
  const server = commandAs(user, binaries.postgres, [...place, ...settingFlags(args.settings)]).flat()
  const shell = spawn('/bin/sh', ['-c', GUARD, 'sh', ...server], {
    ...getIds(user),
    env: { ...process.env, LC_ALL: 'C' },
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  return { exited: once(shell, 'exit').then(() => undefined) }
}

function startByControl(args: PostmasterArgs): { exited: Promise<void> } {
  const { binaries, dataDir, address, logFile } = args
  const flags = ['-p', `${address.port}`, '-h', address.host, ...settingFlags(args.settings)].join(' ')
  spawnSync(binaries.pg_ctl, ['start', '-W', '-D', dataDir, '-l', logFile, '-o', flags], { stdio: 'ignore' })
  return { exited: untilGone(dataDir) }
}

async function untilGone(dataDir: string): Promise<void> {
  do await sleep(1000, undefined, { ref: false })
  while (findPostmaster(dataDir))
}

function settingFlags(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
