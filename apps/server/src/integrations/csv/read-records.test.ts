import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readRecords, type TextLimit } from './read-records.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
})

afterAll(() => folder?.remove())

/** Reads a compressed text and returns the number of its records. */
async function read(text: string, limit: TextLimit): Promise<number> {
  const path = join(folder.path, 'file.csv.gz')
  await writeFile(path, gzipSync(text))
  const { signal } = new AbortController()
  let records = 0
  const batches = readRecords(() => createReadStream(path), {
    encoding: 'utf-8',
    limit,
    onBytes: () => undefined,
    signal,
  })
  for await (const batch of batches) records += batch.length
  return records
}

describe('readRecords', () => {
  const text = 'a,b\n'.repeat(100_000)

  it('reads a compressed file that stays within the limit, however well it is compressed', async () => {
    expect(await read(text, { bytes: text.length, times: 10, freeBytes: text.length })).toBe(100_000)
  })

  it('stops at a file that unpacks to more than the limit', async () => {
    const limit = { bytes: 2 * 1024 ** 2, times: 10_000, freeBytes: 0 }
    await expect(read('a,b\n'.repeat(600_000), limit)).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('larger than 2 MB'),
    })
  })

  it('stops at a file that unpacks to many times its size', async () => {
    const limit = { bytes: text.length, times: 100, freeBytes: 100_000 }
    await expect(read(text, limit)).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('more than 100 times its size'),
    })
  })
})
