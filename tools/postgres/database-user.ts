import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'

/** The user under which root starts PostgreSQL, which refuses to run as root. */
export interface DatabaseUser {
  name: string
  /** User and group id of its processes and files. */
  ids: { uid: number; gid: number }
  /**
   * Command prefix that enters a user namespace in which root is another user; empty for an ordinary account.
   */
  namespace: readonly string[]
}

const INSIDE = 1000
/** Without --fork the command replaces `unshare` and keeps its process number. */
const NAMESPACE = ['unshare', '--user', `--map-user=${INSIDE}`, `--map-group=${INSIDE}`, '--']

/**
 * Returns the user for PostgreSQL; undefined if this process is not root. An existing cluster keeps the
 * account that owns it. A new one gets one of the machine's accounts if that may enter all of `folders`,
 * otherwise root in a user namespace.
 */
export function databaseUser(
  dataDir: string,
  folders: readonly string[],
  mayMake: () => boolean = mayMakeNamespace,
): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    return requireTraversable(account(`number ${owner.uid}`, owner.uid, owner.gid), folders)
  }
  const own = serviceAccount()
  if (!owner && own && closedFolder(own, folders) === undefined) return own
  const inside = { name: 'root in a user namespace', ids: { uid: 0, gid: 0 }, namespace: NAMESPACE }
  if (mayMake()) return requireTraversable(inside, folders)
  if (own && !owner) return requireTraversable(own, folders)
  throw new Problem(
    'PostgreSQL never runs as root, and this machine has neither an account postgres or nobody nor user namespaces: ' +
      'start as another user.',
  )
}

function account(name: string, uid: number, gid: number): DatabaseUser {
  return { name, ids: { uid, gid }, namespace: [] }
}

function serviceAccount(): DatabaseUser | undefined {
  for (const name of ['postgres', 'nobody']) {
    const uid = accountNumber('-u', name)
    if (uid > 0) return account(name, uid, accountNumber('-g', name))
  }
  return undefined
}

function accountNumber(flag: '-u' | '-g', name: string): number {
  return Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
}

/** Returns whether this machine allows root to be another user inside a namespace. */
export function mayMakeNamespace(): boolean {
  const [command = '', ...flags] = NAMESPACE
  return spawnSync(command, [...flags, 'true'], { cwd: '/' }).status === 0
}

/** Returns the command and arguments that run a program as `user`. */
export function commandAs(
  user: DatabaseUser | undefined,
  program: string,
  args: readonly string[],
): [string, string[]] {
  const [first = program, ...rest] = [...(user?.namespace ?? []), program, ...args]
  return [first, rest]
}

/** Returns the spawn options with which a process runs as `user`. */
export function getIds(user: DatabaseUser | undefined): { uid?: number; gid?: number } {
  return user === undefined || user.namespace.length > 0 ? {} : user.ids
}

/** Returns `user`. Throws a Problem if it may not enter one of the folders or a folder above them. */
export function requireTraversable(user: DatabaseUser, folders: readonly string[]): DatabaseUser {
  const closed = closedFolder(user, folders)
  if (closed === undefined) return user
  throw new Problem(
    `Started by root, PostgreSQL runs as user ${user.name}, who may not enter ${closed}: ` +
      'move Stockcast out of it, start as its owner, or set DATA_DIR to an open folder.',
  )
}

/** Returns the first of the folders, or of those above them, that `user` may not enter. */
export function closedFolder(user: DatabaseUser, folders: readonly string[]): string | undefined {
  const script = 'for f in "$@"; do [ ! -e "$f" ] || [ -x "$f" ] || { printf %s "$f"; exit; }; done'
  const [command, args] = commandAs(user, '/bin/sh', ['-c', script, 'sh', ...folders.flatMap(withParents)])
  return spawnSync(command, args, { ...getIds(user), cwd: '/', encoding: 'utf8' }).stdout || undefined
}

function withParents(folder: string): string[] {
  const above = path.dirname(folder)
  return above === folder ? [folder] : [...withParents(above), folder]
}
