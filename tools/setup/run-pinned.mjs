import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { findNode } from './pinned-node.mjs'
import { Obstacle, root } from './root.mjs'

/** Installs what is missing, then runs a TypeScript file under the pinned Node. Resolves to its exit code. */
export async function runPinned(file, args) {
  try {
    await ensureInstalled()
    const child = spawn(findNode(), [path.join(root, file), ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)))
    })
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error
    console.error(error.message)
    return 1
  }
}
