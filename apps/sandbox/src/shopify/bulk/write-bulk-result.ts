import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { ReadContext } from '../graphql/readers.ts'
import { type ConnectionShape, writeLeaf, writeMembers } from './compile-bulk-query.ts'

/** Parents whose children are written together, after all of them. */
const BATCH = 64
const CHUNK_CHARACTERS = 256 * 1024

export interface BulkResult {
  objectCount: number
  rootObjectCount: number
}

interface Entry {
  source: unknown
  parentId: string | null
}

/** Writes one line for each node. */
export async function writeBulkResult(args: {
  path: string
  connections: readonly ConnectionShape[]
  context: ReadContext
}): Promise<BulkResult> {
  const { path, connections, context } = args
  const stream = createWriteStream(path)
  const written = finished(stream)
  // Awaited at the end; a full disk before that must not end the process.
  written.catch(() => undefined)
  const result: BulkResult = { objectCount: 0, rootObjectCount: 0 }
  let buffered = ''
  const write = (line: string) => {
    buffered += line
    result.objectCount++
  }
  const flush = async () => {
    if (!stream.write(buffered)) await once(stream, 'drain')
    buffered = ''
    // Requests are answered between two chunks.
    await setImmediate()
  }
  for (const connection of connections) {
    const roots = connection.list(null, context)
    result.rootObjectCount += roots.length
    for (let first = 0; first < roots.length; first += BATCH) {
      const batch = roots.slice(first, first + BATCH).map((source) => ({ source, parentId: null }))
      writeNodes({ connection, entries: batch, context, write })
      if (buffered.length >= CHUNK_CHARACTERS) await flush()
    }
  }
  stream.end(buffered)
  await written
  return result
}

function writeNodes(args: {
  connection: ConnectionShape
  entries: readonly Entry[]
  context: ReadContext
  write: (line: string) => void
}): void {
  const { connection, entries, context, write } = args
  const { node } = connection
  for (const { source, parentId } of entries) {
    const members = writeMembers(node, source, context)
    const parent = parentId === null ? '' : `${members === '' ? '' : ','}"__parentId":${parentId}`
    write(`{${members}${parent}}\n`)
  }
  for (const nested of node.connections) {
    const children = entries.flatMap(({ source }) => {
      const nodes = nested.list(source, context)
      const parentId = nodes.length > 0 ? writeLeaf(connection.getId(source, context)) : null
      return nodes.map((child): Entry => ({ source: child, parentId }))
    })
    if (children.length > 0) writeNodes({ connection: nested, entries: children, context, write })
  }
}
