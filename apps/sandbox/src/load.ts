import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readSandboxUrl } from './config.ts'
import type { Loaded } from './console/shop-routes.ts'

const DEADLINE_MS = 120_000
const USAGE = 'Usage: npm run -s sandbox:load -- --file sales.csv.gz --shop my-store'

class LoadError extends Error {}

async function load(): Promise<string> {
  const { file, shop } = readOptions()
  const bytes = await readFile(file).catch((error: Error) => {
    throw new LoadError(`Cannot read ${file}: ${error.message}`)
  })
  const url = new URL(`/api/shops/${encodeURIComponent(shop)}/load`, readSandboxUrl())
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': isPacked ? 'application/gzip' : 'text/csv' },
    body: bytes,
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(() => {
    throw new LoadError(`No sandbox answers at ${url.origin}. Start it with npm start, or set SANDBOX_URL.`)
  })
  const answer = (await response.json()) as Loaded & { error: string }
  if (!response.ok) throw new LoadError(answer.error)
  return describe(answer)
}

function readOptions(): { file: string; shop: string } {
  const options = { file: { type: 'string' }, shop: { type: 'string' } } as const
  try {
    const { file, shop } = parseArgs({ options }).values
    if (file && shop) return { file, shop }
  } catch (error) {
    throw new LoadError(`${String(error)}\n${USAGE}`)
  }
  throw new LoadError(`--file and --shop are both needed.\n${USAGE}`)
}

function describe(loaded: Loaded): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const weeks = loaded.shiftWeeks
  return [
    `${loaded.isReplaced ? 'Replaced' : 'Loaded'} ${loaded.shop}`,
    `  products  ${number(loaded.products)}`,
    `  days      ${number(loaded.days)}, moved ${weeks < 0 ? 'back' : 'forward'} by ${number(Math.abs(weeks))} weeks`,
    `  orders    ${number(loaded.orders)}`,
    `  units     ${number(loaded.units)}`,
    `  sales     ${loaded.firstDay ?? 'none'} to ${loaded.lastDay ?? 'none'}`,
  ].join('\n')
}

try {
  process.stdout.write(`${await load()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof LoadError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
