import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'

const BLOCK_BYTES = 2 ** 20

/** Runs `copy (…) to stdout` and returns its bytes in blocks. The server waits while nobody reads. */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of client.query(to(statement, { highWaterMark: BLOCK_BYTES }))) {
    held.push(chunk)
    size += chunk.length
    if (size < BLOCK_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Runs `copy … from stdin` with these bytes. */
export async function copyIn(client: Client, statement: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(bytes, client.query(from(statement)))
}
