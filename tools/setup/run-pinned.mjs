import { spawn } from 'node:child_process'
import path from 'node:path'
import { requireEnterable } from './enterable.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode } from './pinned-node.mjs'
import { Obstacle, root } from './root.mjs'

/**
 * Checks that the database can run here, installs missing packages, and runs a TypeScript file with the
 * pinned Node. Without `needsTools`, what only tests and checks need is left out.
 */
export async function runPinned(file, { needsTools }) {
  try {
    requireEnterable()
    await ensureInstalled({ needsTools })
    process.exitCode = await run(findNode(), path.join(root, file))
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function run(node, file) {
  const child = spawn(node, [file, ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'), ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)))
  })
}
