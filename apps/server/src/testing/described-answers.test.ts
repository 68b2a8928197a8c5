import { describe, expect, it } from 'vitest'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'
import { describedAnswers } from './described-answers.ts'

const variant = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const document = {
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: {
    '/api/variants/{id}': { get: { responses: { 200: json(variant) } } },
    '/api/variants/loose': { get: { responses: { 200: json({ type: 'object' }) } } },
  },
} as ApiDocument

const check = describedAnswers(document)
const answer = (body: unknown, init?: ResponseInit) => Response.json(body, init)

describe('describedAnswers', () => {
  it('accepts an answer that matches its description', async () => {
    await expect(check('GET', '/api/variants/7', answer({ id: 7 }))).resolves.toBeUndefined()
    await expect(check('GET', '/api/variants/loose', answer({ hasPassword: true }))).resolves.toBeUndefined()
    await expect(check('GET', '/elsewhere', answer({ anything: 1 }))).resolves.toBeUndefined()
  })

  it.each([
    ['a wrong type', '/api/variants/7', answer({ id: 'seven' }), 'id'],
    ['a missing field', '/api/variants/7', answer({}), 'id'],
    ['a field that is not described', '/api/variants/7', answer({ id: 7, note: '' }), 'additional'],
    ['a status that is not described', '/api/variants/7', answer({ id: 7 }, { status: 201 }), 'only'],
    ['an address that is not described', '/api/other', answer({}), 'not described'],
    ['text instead of JSON', '/api/variants/7', new Response('7'), 'only'],
  ])('finds %s', async (_, path, given, words) => {
    await expect(check('GET', path, given)).rejects.toThrow(words)
  })

  it.each([
    { text: 'shpat_0123456789abcdef' },
    { text: 'whsec_abc' },
    { text: 'https://hooks.slack.com/services/T1/B2/x3' },
    { accessToken: 'x' },
    { inside: [{ client_secret: null }] },
  ])('X-04 finds a secret in %j, whatever the description says', async (body) => {
    await expect(check('GET', '/api/variants/loose', answer(body))).rejects.toThrow('secret')
  })
})
