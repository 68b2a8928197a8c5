import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'

/** The account PostgreSQL runs as when we are root, which it refuses to run as itself. */
export interface DatabaseUser {
  name: string
  ids: { uid: number; gid: number }
}

/** Undefined when this process is an ordinary user. An existing cluster keeps the account that owns it. */
export function databaseUser(dataDir: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    return { name: `number ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } }
  }
  for (const name of ['postgres', 'nobody']) {
    const uid = accountNumber('-u', name)
    if (uid > 0) return { name, ids: { uid, gid: accountNumber('-g', name) } }
  }
  throw new Problem(
    'PostgreSQL never runs as root, and this machine has no account postgres or nobody: start as another user.',
  )
}

function accountNumber(flag: '-u' | '-g', name: string): number {
  return Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
}

/** Refuses a folder that `user` cannot reach because one of the folders above it is closed to others. */
export function requireTraversable(user: DatabaseUser, folder: string): void {
  const folders: string[] = []
  for (let at = folder; ; at = path.dirname(at)) {
    folders.unshift(at)
    if (at === path.dirname(at)) break
  }
  const script = 'for f in "$@"; do [ ! -e "$f" ] || [ -x "$f" ] || { printf %s "$f"; exit; }; done'
  const closed = spawnSync('/bin/sh', ['-c', script, 'sh', ...folders], {
    ...user.ids,
    cwd: '/',
    encoding: 'utf8',
  }).stdout
  if (!closed) return
  throw new Problem(
    `Started by root, PostgreSQL runs as user ${user.name}, who may not enter ${closed}: ` +
      'move Stockcast out of it, start as its owner, or set DATA_DIR to an open folder.',
  )
}
