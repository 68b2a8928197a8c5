import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowedResultUrl, type LineBatch, readLines } from './json-lines.ts'

const url = 'http://127.0.0.1:1/file.jsonl'

interface Network {
  fetch: typeof fetch
  ranges: (string | null)[]
}

/**
 * Returns a fetch that serves `file` in pieces of `chunkBytes`; the n-th connection breaks after `cuts[n]`
 * bytes.
 */
function network(
  file: Buffer,
  options: { chunkBytes: number; cuts?: number[]; ignoresRange?: boolean },
): Network {
  const cuts = [...(options.cuts ?? [])]
  const ranges: (string | null)[] = []
  return {
    ranges,
    fetch: async (_, init) => {
      const range = new Headers(init?.headers).get('range')
      ranges.push(range)
      const start = range && !options.ignoresRange ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0
      const cut = cuts.shift() ?? Number.POSITIVE_INFINITY
      if (start >= file.length && start > 0) return new Response(null, { status: 416 })
      return new Response(pieces(file.subarray(start), options.chunkBytes, cut), {
        status: start > 0 ? 206 : 200,
      })
    },
  }
}

function pieces(bytes: Buffer, size: number, cut: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= cut) controller.error(new Error('cut'))
      else if (at >= bytes.length) controller.close()
      else {
        const end = Math.min(at + size, cut, bytes.length)
        controller.enqueue(new Uint8Array(bytes.subarray(at, end)))
        at = end
      }
    },
  })
}

async function collect(used: Network, range: { offset: number; batchLines: number }): Promise<LineBatch[]> {
  const http = { fetch: used.fetch, sleep: async () => {}, random: () => 0 }
  const batches: LineBatch[] = []
  for await (const batch of readLines(http, { url, ...range })) batches.push(batch)
  return batches
}

const linesArbitrary = fc.array(
  fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify(text)),
)

describe('readLines', () => {
  it('yields every line once, however the bytes are cut and wherever the connection breaks', async () => {
    await inCasesAsync(
      300,
      linesArbitrary,
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 4 }),
      fc.boolean(),
      async (lines, endsInBreak, chunkBytes, cuts, ignoresRange) => {
        const file = Buffer.from(lines.join('\n') + (endsInBreak && lines.length > 0 ? '\n' : ''))
        const batches = await collect(network(file, { chunkBytes, cuts, ignoresRange }), {
          offset: 0,
          batchLines: 3,
        })
        expect(batches.flatMap((batch) => batch.lines)).toEqual(lines)
      },
    )
  })

  it('continues after any batch by its offset', async () => {
    await inCasesAsync(100, linesArbitrary, fc.integer({ min: 1, max: 40 }), async (lines, chunkBytes) => {
      const file = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const batches = await collect(network(file, { chunkBytes }), { offset: 0, batchLines: 2 })
      let seen = 0
      for (const batch of batches) {
        seen += batch.lines.length
        const rest = await collect(network(file, { chunkBytes }), {
          offset: batch.nextOffset,
          batchLines: 2,
        })
        expect(rest.flatMap((each) => each.lines)).toEqual(lines.slice(seen))
      }
    })
  })

  it('requests only the rest, from the last whole batch on', async () => {
    const file = Buffer.from('1\n2\n3\n4\n')
    const used = network(file, { chunkBytes: 2, cuts: [5] })
    const batches = await collect(used, { offset: 0, batchLines: 1 })
    expect(batches.flatMap((batch) => batch.lines)).toEqual(['1', '2', '3', '4'])
    expect(used.ranges).toEqual([null, 'bytes=4-'])
  })

  it.each([403, 404, 410])('treats %i as a result that is gone', async (status) => {
    const used = { fetch: async () => new Response(null, { status }), ranges: [] }
    await expect(collect(used, { offset: 0, batchLines: 1 })).rejects.toMatchObject({ reason: 'result_gone' })
  })

  it('gives up after five failures without progress', async () => {
    const used = network(Buffer.from('1\n2\n'), { chunkBytes: 1, cuts: Array(9).fill(0) })
    await expect(collect(used, { offset: 0, batchLines: 1 })).rejects.toMatchObject({ reason: 'unavailable' })
    expect(used.ranges).toHaveLength(5)
  })
})

const live = 'https://acme.myshopify.com'
it.each([
  ['https://storage.googleapis.com/shopify/x.jsonl?sig=1', live, true],
  ['http://127.0.0.1:3001/shopify/_bulk/1.jsonl', 'http://127.0.0.1:3001/shopify/acme.myshopify.com', true],
  ['http://storage.googleapis.com/x', live, false],
  ['https://storage.googleapis.com:8443/x', live, false],
  ['https://storage.googleapis.com.evil.com/x', live, false],
  ['https://evil.com/storage.googleapis.com', live, false],
  ['http://127.0.0.1:3001/shopify/_bulk/1.jsonl', live, false],
  ['http://169.254.169.254/latest/meta-data', live, false],
])('isAllowedResultUrl returns for %s seen from %s: %s', (result, shopOrigin, verdict) => {
  expect(isAllowedResultUrl(new URL(result), shopOrigin)).toBe(verdict)
})
