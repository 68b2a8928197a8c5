import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { Obstacle, root } from './root.mjs'

const NEEDED = 24

/**
 * Returns the Node that the lock file pins for this platform, or the current one if there is none and it is
 * new enough.
 */
export function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = path.join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name)
  if (spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  throw new Obstacle(
    `There is no packaged Node for ${process.platform}-${process.arch}, and this one is ${process.versions.node}: ` +
      `install Node ${NEEDED} or newer from nodejs.org and start again.`,
  )
}
