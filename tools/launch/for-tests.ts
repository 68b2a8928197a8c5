import { rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../postgres/local-address.ts'
import { makeScratchFolder } from '../postgres/scratch-folder.ts'
import { throwawaySettings } from '../postgres/settings.ts'
import { readConfig } from './config.ts'
import { neutralEnvironment } from './neutral-environment.ts'
import { startProduct } from './product.ts'
import { onStopRequest } from './stop-requests.ts'

// Starts the whole product on free ports and in a new folder, for the browser tests.
const PATIENCE_MS = 10_000
const folder = makeScratchFolder()
const config = readConfig(path.resolve(import.meta.dirname, '../..'), {
  ...neutralEnvironment(process.env),
  DATA_DIR: path.join(folder, 'data'),
  PORT: `${await freePort()}`,
  SANDBOX_PORT: `${await freePort()}`,
  SANDBOX_SMTP_PORT: `${await freePort()}`,
})

async function end(code: number): Promise<never> {
  await product.stop(PATIENCE_MS)
  // After a failure the folder is kept for its logs.
  if (code === 0) rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

async function lose(problem: unknown): Promise<never> {
  console.error(problem)
  return end(1)
}

const product = startProduct(config, throwawaySettings, { tell: console.log, onLost: lose })
onStopRequest({ first: () => end(0), second: () => process.exit(130) })
await product.started.catch(lose)
console.log(
  `Stockcast is running at ${config.publicUrl} with its sandbox at http://localhost:${config.sandboxPort} .`,
)
