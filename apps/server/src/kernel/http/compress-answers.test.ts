import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { compressAnswers } from './compress-answers.ts'
import type { AppEnv } from './context.ts'

const rows = { rows: Array.from({ length: 200 }, (_, i) => `row ${i}`) }

const app = new Hono<AppEnv>()
app.onError((_, c) => c.json({ error: { code: 'internal' } }, 500))
app.use(compressAnswers())
app.get('/json', (c) => c.json(rows))
app.get('/fails', () => {
  throw new Error('no')
})
app.get('/empty', (c) => c.body(null, 204))
let isRead = true
app.get('/endless', (c) => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(100_000).map((_, i) => i * i)),
    cancel: () => {
      isRead = false
    },
  })
  return c.body(body, 200, { 'content-type': 'text/csv' })
})
app.get('/breaks', (c) => {
  const body = ReadableStream.from(
    (async function* () {
      yield new TextEncoder().encode('a,b')
      throw new Error('no')
    })(),
  )
  return c.body(body, 200, { 'content-type': 'text/csv' })
})
app.get('/file', (c) => {
  const text = ReadableStream.from(['a,b\r\n', '1,2\r\n']).pipeThrough(new TextEncoderStream())
  return c.body(text, 200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' })
})

async function read(path: string, encoding = 'gzip, deflate') {
  const answer = await app.request(path, { headers: { 'accept-encoding': encoding } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isPacked = answer.headers.get('content-encoding') === 'gzip'
  return { answer, isPacked, text: (isPacked ? gunzipSync(bytes) : bytes).toString() }
}

describe('an answer', () => {
  it('is compressed JSON for a caller that accepts gzip, with its type and status', async () => {
    const { answer, isPacked, text } = await read('/json')
    expect([isPacked, answer.status, JSON.parse(text)]).toEqual([true, 200, rows])
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  it('is plain JSON for a caller that accepts no gzip, and tells caches that it varies', async () => {
    for (const encoding of ['identity', 'gzip;q=0']) {
      const { answer, isPacked, text } = await read('/json', encoding)
      expect([isPacked, JSON.parse(text)]).toEqual([false, rows])
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  it('is compressed after an error, too', async () => {
    const { answer, isPacked, text } = await read('/fails')
    expect([answer.status, isPacked, text]).toEqual([500, true, '{"error":{"code":"internal"}}'])
  })

  it('is a compressed stream for a file, and stays empty without a body', async () => {
    const { isPacked, text } = await read('/file')
    expect([isPacked, text]).toEqual([true, 'a,b\r\n1,2\r\n'])
    expect(await read('/empty')).toMatchObject({ isPacked: false, text: '' })
  })

  it('ends the file that is still made when its reader has gone', async () => {
    const answer = await app.request('/endless', { headers: { 'accept-encoding': 'gzip' } })
    const reader = answer.body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => isRead).toBe(false)
  })

  it('breaks off where the file breaks off, so that it does not look complete', async () => {
    await expect(read('/breaks')).rejects.toThrow('no')
  })
})
