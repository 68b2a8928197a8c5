import { createHash } from 'node:crypto'
import type { TableSum } from './manifest.ts'

const LINE_FEED = 10

/** Passes the bytes of COPY on and returns their sum. A row is a line; line feeds within values are escaped. */
export async function* summed(
  bytes: AsyncIterable<Buffer>,
  onEnd: (sum: TableSum) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let [rows, size] = [0, 0]
  for await (const block of bytes) {
    hash.update(block)
    size += block.length
    for (let at = block.indexOf(LINE_FEED); at !== -1; at = block.indexOf(LINE_FEED, at + 1)) rows++
    yield block
  }
  onEnd({ rows, bytes: size, sha256: hash.digest('hex') })
}

/** Reads all of the bytes and returns their sum. */
export async function getSum(bytes: AsyncIterable<Buffer>): Promise<TableSum> {
  let sum: TableSum | undefined
  const reading = summed(bytes, (found) => {
    sum = found
  })
  for await (const _ of reading);
  return sum!
}
