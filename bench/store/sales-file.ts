import { readFile } from 'node:fs/promises'
import path from 'node:path'

const folder = process.env.STOCKCAST_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data')

/** Loads real daily sales into a store of the sandbox, and returns its summary. */
export async function loadSales(
  sandboxUrl: string,
  args: { name: string; shop: string },
): Promise<{ products: number; days: number; orders: number }> {
  const file = path.join(folder, `${args.name}.csv.gz`)
  const bytes = await readFile(file).catch(() => {
    throw new Error(`${file} is missing. Set STOCKCAST_DATA to the folder that has it.`)
  })
  const response = await fetch(`${sandboxUrl}/api/shops/${args.shop}/load`, {
    method: 'POST',
    headers: { 'content-type': 'application/gzip' },
    body: bytes,
  })
  if (!response.ok) throw new Error(`not loaded: ${await response.text()}`)
  return (await response.json()) as { products: number; days: number; orders: number }
}
