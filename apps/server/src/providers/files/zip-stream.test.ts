import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { zipStream } from './zip-stream.ts'

async function* texts(...parts: string[]): AsyncGenerator<string> {
  yield* parts
}

async function toBytes(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const at = new Date('2026-11-20T10:00:00Z')

describe('zipStream', () => {
  it('packs each text whole under its name, even an empty one', async () => {
    const long = 'Zürich,12\r\n'.repeat(20_000)
    const entries = [
      { name: 'a.csv', content: texts('one\r\n', long, 'two\r\n') },
      { name: 'empty.csv', content: texts() },
    ]
    const files = unzipSync(await toBytes(zipStream(entries, at)))
    expect(Object.keys(files)).toEqual(['a.csv', 'empty.csv'])
    expect(strFromU8(files['a.csv']!)).toBe(`one\r\n${long}two\r\n`)
    expect(files['empty.csv']).toHaveLength(0)
  })

  it('yields the first bytes before the last text is read', async () => {
    let isRead = false
    const late = (async function* () {
      yield 'x'.repeat(200_000)
      isRead = true
    })()
    const first = await zipStream([{ name: 'a', content: late }], at).next()
    expect([first.value?.length ?? 0, isRead]).toEqual([expect.any(Number), false])
  })

  it('fails with the error of a text that cannot be read', async () => {
    const broken = (async function* () {
      yield 'x'
      throw new Error('the database is unavailable')
    })()
    await expect(toBytes(zipStream([{ name: 'a', content: broken }], at))).rejects.toThrow(
      'the database is unavailable',
    )
  })
})
