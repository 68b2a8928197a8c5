import { endpoint } from '@stockcast/contract'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectRefusal } from '../../testing/read-answer.ts'
import { AppError } from '../errors.ts'
import { createApi } from './api.ts'
import { errorResponse } from './error-response.ts'
import { assertSameOrigin, ownOrigins } from './same-origin.ts'

const log = pino({ level: 'silent' })

function appThatThrows(error: unknown) {
  const app = new Hono()
  app.onError((thrown, c) => errorResponse(c, thrown, log))
  app.get('/', () => {
    throw error
  })
  return app
}

describe('a failure', () => {
  it.each([
    ['invalid_input', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['precondition_failed', 412],
    ['limit_exceeded', 429],
    ['internal', 500],
    ['upstream_failed', 502],
  ] as const)('of the kind %s is answered with %i, its sentence and its field', async (code, status) => {
    const answer = await appThatThrows(new AppError(code, 'A sentence.', { field: 'shop' })).request('/')
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ error: { code, message: 'A sentence.', field: 'shop' } })
  })

  it('that is unexpected reveals no internal detail', async () => {
    const answer = await appThatThrows(new Error('password=hunter2')).request('/')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('hunter2')
  })
})

describe('bad input', () => {
  const api = createApi()
  api.onError((thrown, c) => errorResponse(c, thrown, log))
  const body = z.object({ units: z.number().int() })
  const units = endpoint('POST', '/units', {
    role: 'anyone',
    use: 'change',
    body,
    answer: body,
    description: 'The same units',
  })
  api.serve(units, ({ body }) => body)
  const post = (text: string) =>
    api.request('/units', { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })

  it('is answered with a 400 that names the field', async () => {
    await expectRefusal(post('{"units":1.5}'), 400, { code: 'invalid_input', field: 'units' })
  })

  it('is answered with a 400 when it is not JSON at all', async () => {
    expect((await post('{"units":')).status).toBe(400)
  })
})

describe('a text in a request', () => {
  const api = createApi()
  api.onError((thrown, c) => errorResponse(c, thrown, log))
  const body = z.object({ notes: z.array(z.string()) })
  const notes = endpoint('POST', '/notes', {
    role: 'anyone',
    use: 'change',
    body,
    answer: body,
    description: 'The same notes',
  })
  api.serve(notes, ({ body }) => body)
  const post = (notes: string[]) =>
    api.request('/notes', {
      method: 'POST',
      body: JSON.stringify({ notes }),
      headers: { 'content-type': 'application/json' },
    })

  it.each(['a\u0000b', 'half \ud800', '\udc00 half'])(
    'such as %j cannot be stored and is refused with its field name',
    async (note) => {
      await expectRefusal(post(['good', note]), 400, { code: 'invalid_input', field: 'notes.1' })
    },
  )

  it.each(['', '<b>bold</b>', '=1+1', 'ﷺ 🧵 ё', '\n\t'])('such as %j passes unchanged', async (note) => {
    expect(await (await post([note])).json()).toEqual({ notes: [note] })
  })
})

describe('the same-origin check', () => {
  const app = new Hono()
  app.onError((thrown, c) => errorResponse(c, thrown, log))
  app.use(assertSameOrigin('http://localhost:3000') as never)
  app.all('/', (c) => c.text('done'))

  it.each([
    ['http://localhost:3000', 200],
    ['http://127.0.0.1:3000', 200],
    ['http://localhost:3001', 403],
    ['https://evil.example', 403],
    ['null', 403],
  ])('answers a write from %s with %i', async (origin, status) => {
    expect((await app.request('/', { method: 'POST', headers: { origin } })).status).toBe(status)
  })

  it('allows no second name for a public address', () => {
    expect([...ownOrigins('https://app.example.com')]).toEqual(['https://app.example.com'])
  })
})
