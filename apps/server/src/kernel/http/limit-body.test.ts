import { once } from 'node:events'
import { request } from 'node:http'
import { endpoint } from '@stockcast/contract'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AppEnv } from './context.ts'
import { errorResponse } from './error-response.ts'
import { limitBodies, limitBody } from './limit-body.ts'
import { type HttpServer, serve } from './serve.ts'

const app = new Hono<AppEnv>()
const ended: string[] = []
app.onError((error, c) => {
  ended.push(error.message)
  return errorResponse(c, error, pino({ level: 'silent' }))
})
app.use('/direct', limitBody(100))
app.post('/direct', async (c) => c.text(await c.req.text()))
const takes = { role: 'viewer', use: 'change', answer: z.any(), description: '' } as const
const upload = endpoint('POST', '/upload', { ...takes, body: 'file' })
const small = endpoint('POST', '/small/any', { ...takes, maxBytes: 10 })
app.use((c, next) => {
  c.set(
    'endpoint',
    [upload, small].find(({ path }) => path === c.req.path),
  )
  return next()
})
app.use(limitBodies)
app.post('/upload', async (c) => c.json({ length: (await c.req.text()).length }))
app.post('/*', async (c) => c.json({ text: await c.req.text() }))

let server: HttpServer

beforeAll(async () => {
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: (incoming, env) => app.fetch(incoming, env as object),
  })
})

afterAll(() => server.stop(0))

/** Sends a body in pieces without a length, unless `headers` announce one. */
async function send(
  path: string,
  pieces: readonly string[],
  { method = 'POST', ...headers }: Record<string, string> = {},
) {
  const sending = request(`${server.address}${path}`, { method, headers })
  for (const piece of pieces) sending.write(piece)
  sending.end()
  const [response] = (await once(sending, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return [response.statusCode, text]
}

const bytes = (count: number) => Array<string>(count).fill('x')

const getNames = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
const json = { 'content-type': 'application/json' }

describe('limitBodies', () => {
  it('passes on a body as it was sent, in one piece or in many', async () => {
    expect(await send('/any', ['a', 'bc', 'd'])).toEqual([200, '{"text":"abcd"}'])
    expect(await send('/any', ['abcd'], { 'content-length': '4' })).toEqual([200, '{"text":"abcd"}'])
    expect(await send('/any', [])).toEqual([200, '{"text":""}'])
  })

  it('refuses a body that is larger than its path allows, with and without an announced length', async () => {
    const refusal = [400, expect.stringContaining('larger than 0.01 kB')]
    expect(await send('/small/any', bytes(10))).toEqual([200, '{"text":"xxxxxxxxxx"}'])
    expect(await send('/small/any', bytes(11))).toEqual(refusal)
    expect(await send('/small/any', ['x'.repeat(11)], { 'content-length': '11' })).toEqual(refusal)
    expect(await send('/other', ['x'.repeat(32_001)])).toEqual([400, expect.stringContaining('32 kB')])
  })

  it('answers another method at once on a path whose own limit has read the body', async () => {
    const length = { 'content-length': '2' }
    expect(await send('/direct', ['{}'], length)).toEqual([200, '{}'])
    expect(await send('/direct', ['{}'], { ...length, method: 'PURGE' })).toEqual([404, expect.any(String)])
  })

  it.each([
    ['lists in lists', `${'['.repeat(51)}${']'.repeat(51)}`, 'nested deeper than 50'],
    ['lists in lists without an end', '['.repeat(30_000), 'nested deeper than 50'],
    ['objects in objects', `${'{"a":'.repeat(51)}1${'}'.repeat(51)}`, 'nested deeper than 50'],
    ['many names', JSON.stringify(getNames(1_001)), 'more than 1000 names'],
    ['many names inside a list', JSON.stringify([{ a: [getNames(1_001)] }]), 'more than 1000 names'],
    ['one name many times', `{${Array(1_001).fill('"a":1').join(',')}}`, 'more than 1000 names'],
  ])('refuses JSON of %s before it is parsed', async (_, body, message) => {
    expect(await send('/any', [body], json)).toEqual([400, expect.stringContaining(message)])
    expect(await send('/any', [body], { 'content-type': 'text/plain' })).toEqual([200, expect.any(String)])
  })

  it.each([
    ['brackets, colons and quotes inside texts', JSON.stringify({ a: `${'[{":'.repeat(2_000)}\\"\\` })],
    ['fifty lists in lists', `${'['.repeat(50)}${']'.repeat(50)}`],
    ['many rows', JSON.stringify(Array.from({ length: 900 }, () => getNames(3)))],
    ['a thousand names', JSON.stringify(getNames(1_000))],
    ['no JSON', '}]:"\\'],
  ])('passes on a body of %s', async (_, body) => {
    expect(await send('/any', [body], json)).toEqual([200, JSON.stringify({ text: body })])
  })

  it('leaves uploads to their routes', async () => {
    expect(await send('/upload', ['x'.repeat(40_000)])).toEqual([200, '{"length":40000}'])
  })

  it('ends the request when the caller leaves in the middle of a body', async () => {
    const before = ended.length
    const sending = request(`${server.address}/any`, { method: 'POST', headers: { 'content-length': '100' } })
    sending.on('error', () => undefined)
    sending.write('half', () => sending.destroy())
    await expect.poll(() => ended.slice(before)).toEqual(['The request ended before its body did.'])
  })
})
