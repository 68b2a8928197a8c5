import { Zip, ZipDeflate } from 'fflate'

export interface ZipEntry {
  name: string
  content: AsyncIterable<string>
}

const encoder = new TextEncoder()

/** Packs texts into one ZIP while they are read; it holds one part of one text at a time. */
export async function* zipStream(entries: Iterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  const take = () => {
    const chunks = packed
    packed = []
    return chunks
  }
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name)
    file.mtime = at
    zip.add(file)
    for await (const text of content) {
      file.push(encoder.encode(text))
      yield* take()
    }
    file.push(new Uint8Array(), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
