import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, type Pack, pack } from 'tar-stream'

export interface TarEntry {
  name: string
  content: Buffer
}

/** Writes entries as a tar archive, which every `tar` reads. */
export function writeTar(entries: AsyncIterable<TarEntry>): Readable {
  const archive = pack()
  addAll(archive, entries).catch((error: Error) => archive.destroy(error))
  return archive
}

async function addAll(archive: Pack, entries: AsyncIterable<TarEntry>): Promise<void> {
  for await (const { name, content } of entries) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    await promise
  }
  archive.finalize()
}

/** Reads the entries of an archive. */
export async function* readTar(archive: Readable): AsyncGenerator<TarEntry> {
  const entries = archive.pipe(extract())
  archive.once('error', (error) => entries.destroy(error))
  for await (const entry of entries) yield { name: entry.header.name, content: await buffer(entry) }
}
