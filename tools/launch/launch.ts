import path from 'node:path'
import { durableSettings } from '../postgres/settings.ts'
import { Problem } from '../problem.ts'
import type { LaunchConfig } from './config.ts'
import { readConfig } from './config.ts'
import type { Product } from './product.ts'
import { startProduct } from './product.ts'
import { onStopRequest } from './stop-requests.ts'

const PATIENCE_MS = 10_000

function sentence(problem: unknown): string {
  if (problem instanceof Problem || (problem as Error)?.name === 'AppError') return (problem as Error).message
  return (problem as Error)?.stack ?? String(problem)
}

async function fail(problem: unknown, product?: Product): Promise<never> {
  console.error(sentence(problem))
  await product?.stop(PATIENCE_MS)
  process.exit(1)
}

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
  await run(root).catch((problem: unknown) => fail(problem))
}

async function run(root: string): Promise<void> {
  const config = readConfig(root)
  const product = startProduct(config, durableSettings(), {
    tell: console.log,
    onLost: (problem) => fail(problem, product),
  })
  onStopRequest({
    first: async () => {
      console.log('Stopping …')
      await product.stop(PATIENCE_MS)
      console.log('Stopped.')
      process.exit(0)
    },
    second: () => process.exit(130),
  })
  await product.started.catch((problem: unknown) => fail(problem, product))
  announce(config)
}
