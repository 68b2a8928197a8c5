import { beforeAll, describe, expect, it } from 'vitest'
import { newDemoUserEmail } from '../kernel/demo-user-email.ts'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'
import { forgetUses } from '../testing/forget-uses.ts'
import { createAnswerCheck } from '../testing/fuzz/check-answer.ts'
import { type Operation, readOperations } from '../testing/fuzz/operations.ts'
import { type OtherMerchant, plantOther } from '../testing/fuzz/plant-other.ts'
import { plantOwn } from '../testing/fuzz/plant-own.ts'
import { type Caller, runFuzz } from '../testing/fuzz/run-fuzz.ts'
import { withTestApp } from '../testing/index.ts'

const COUNT = 4_500
const SEED = 7
const PATIENCE_MS = 240_000

let document: ApiDocument
let operations: Operation[]
let other: OtherMerchant

const app = withTestApp()

beforeAll(async () => {
  document = (await (await app.request('/api/openapi.json')).json()) as ApiDocument
  operations = readOperations(document)
  const { merchantId } = await app.signUp('other@example.com')
  other = await plantOther(app.kernel.db, merchantId)
})

async function signedIn(name: string, email: string): Promise<Caller> {
  const { merchantId, token } = await app.signUp(email)
  const send = async (address: string, init: RequestInit = {}) => {
    await forgetUses(app.kernel, { merchantId })
    return app.app.request(address, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    })
  }
  await send('/functions/seed-demo-data', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ merchantId, shopDomain: '', email }),
  })
  const known = knownBy({ merchantId, ids: await plantOwn(send), texts: [email] })
  return {
    name,
    known: () => known,
    send: ({ address, method, headers, body }) => send(address, { method, headers, body }),
  }
}

function anonymous(): Caller {
  const known = knownBy({ merchantId: 1, ids: [], texts: [] })
  return {
    name: 'anonymous',
    known: () => known,
    send: async ({ address, method, headers, body }) => app.app.request(address, { method, headers, body }),
  }
}

const knownBy = (own: { merchantId: number; ids: (number | string)[]; texts: string[] }) => ({
  ...own,
  foreignIds: other.ids,
  foreignMerchantId: other.merchantId,
})

/** Returns whether a provider, which does not run in this test, caused the failure. */
const isOfProvider = (body: string) => body.includes('"code":"upstream_failed"')

describe('generated requests', () => {
  it(
    'X-02 never cause a server error, follow the contract, and neither show nor change what is another merchant’s',
    async () => {
      const callers = [
        await signedIn('merchant', 'own@example.com'),
        await signedIn('demoUser', newDemoUserEmail()),
        anonymous(),
      ]
      const check = createAnswerCheck(document, { foreign: other.foreign, mayFail: isOfProvider })
      const { faults, counts } = await runFuzz({
        operations,
        callers,
        check,
        count: COUNT,
        seed: SEED,
        atOnce: 4,
      })
      expect(faults.slice(0, 5)).toEqual([])
      expect(await other.changedTables()).toEqual([])
      expect(counts.size).toBe(operations.length)
      const succeeded = [...counts.values()].filter((statuses) => statuses.has('2xx'))
      // The others need a link from a mail, a provider, or a thing that no generated request names.
      expect(succeeded.length).toBeGreaterThan(0.5 * operations.length)
    },
    PATIENCE_MS,
  )

  it('X-02 detect a leak, a fault and an answer that differs from its description', async () => {
    const check = createAnswerCheck(document, { foreign: other.foreign })
    const request = { route: '', method: 'GET', address: '/api/settings', headers: {}, body: null }
    const answer = (body: object, status = 200) => check(request, Response.json(body, { status }))
    const error = { code: 'internal', message: 'Something went wrong.' }
    expect(await answer({ error }, 500)).toEqual([expect.stringContaining('answered 500')])
    expect(await answer({ error: 'text' }, 400)).toEqual([expect.stringContaining('answered 400')])
    expect(await answer({ defaultSafetyStock: 'x' })).toEqual([expect.stringContaining('answered 200')])
    const leak = {
      error: { ...error, code: 'not_found', message: `${other.foreign.marker} ${other.ids[0]}` },
    }
    expect(await answer(leak, 404)).toEqual(['told a text of another merchant'])
    leak.error.message = `Product ${other.ids[0]} was not found.`
    expect(await answer(leak, 404)).toEqual([`told the id ${other.ids[0]} of another merchant`])
  })
})
