import path from 'node:path'
import { durableSettings } from '../postgres/settings.ts'
import { problemText } from '../problem.ts'
import { type LaunchConfig, readConfig } from './config.ts'
import { startProduct } from './product.ts'
import { onStopRequest } from './stop-requests.ts'

const PATIENCE_MS = 10_000

function announce(config: LaunchConfig): void {
  const data = path.relative(config.root, config.dataDir)
  console.log(`Stockcast is running at ${config.publicUrl}`)
  if (config.needsSandbox) {
    console.log(
      `The sandbox (a store to connect, its mail and its clock) is at http://localhost:${config.sandboxPort}`,
    )
  }
  console.log(`Data is kept in ${data.startsWith('..') ? config.dataDir : data}. Ctrl-C stops everything.`)
}

/** Starts the product of the checkout `root` and stays until it is asked to stop. */
export async function launch(root: string): Promise<void> {
  // A closed terminal must not keep the services from being stopped in order.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  await run(root).catch((problem: unknown) => {
    console.error(problemText(problem))
    process.exit(1)
  })
}

async function run(root: string): Promise<void> {
  const config = readConfig(root)
  let isEnding = false
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    await product.stop(PATIENCE_MS)
    if (code === 0) console.log('Stopped.')
    process.exit(code)
  }
  const fail = (problem: unknown) => {
    if (!isEnding) console.error(problemText(problem))
    return end(1)
  }
  const product = startProduct(config, durableSettings(), { tell: console.log, onLost: fail })
  onStopRequest({
    first: () => {
      console.log('Stopping …')
      void end(0)
    },
    second: () => process.exit(130),
  })
  await product.started.then(() => announce(config), fail)
}
