import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { Obstacle, root } from './root.mjs'

const INSIDE = ['--user', '--map-user=1000', '--map-group=1000', '--']

/**
 * Refuses, before anything is installed, a folder in which the embedded PostgreSQL could not run. When root
 * starts it, it runs as another user, who must be able to enter unless the machine allows user namespaces. If
 * neither is the case, programs and database are placed below `elsewhere`, provided that the user may enter
 * it.
 */
export function requireEnterable(
  folder = root,
  isRoot = process.getuid?.() === 0,
  env = process.env,
  elsewhere = '/var/lib',
) {
  if (!isRoot || env.DATABASE_URL) return
  const canEnter = ['-c', 'cd "$0" || { [ -n "$1" ] && cd "$1"; }', folder]
  const open = isWritable(elsewhere) ? elsewhere : ''
  if (spawnSync('unshare', [...INSIDE, '/bin/sh', ...canEnter], { cwd: '/' }).status === 0) return
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout?.trim())
    if (!(uid > 0)) continue
    if (spawnSync('/bin/sh', [...canEnter, open], { uid, cwd: '/' }).status === 0) return
  }
  throw new Obstacle(
    `Started by root, PostgreSQL runs as another user, who may not enter ${folder}: ` +
      'move Stockcast out of it, start as its owner, or set DATABASE_URL.',
  )
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
