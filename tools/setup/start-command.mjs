import { runPinned } from './run-pinned.mjs'

export async function start() {
  process.exitCode = await runPinned('tools/launch/main.ts', process.argv.slice(2))
}
