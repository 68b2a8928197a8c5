import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countLockWaits } from '../testing/count-lock-waits.ts'
import { insertCatalog, type TestMerchant, withTestApp } from '../testing/index.ts'

let merchant: TestMerchant

const app = withTestApp()

beforeAll(async () => {
  merchant = await app.signUp()
})

/**
 * Sends the request while a transaction has removed the product, and commits that once the request waits for
 * it.
 */
async function whileRemoved(variantId: number, send: () => Promise<Response>): Promise<Response> {
  let answer: Promise<Response> | undefined
  await app.kernel.db.withTenant(merchant.merchantId, async (tx) => {
    await sql`delete from variants where merchant_id = ${merchant.merchantId} and variant_id = ${variantId}`.execute(
      tx,
    )
    answer = send()
    await expect.poll(() => countLockWaits(app.kernel), { timeout: 20_000 }).toBe(1)
  })
  return answer!
}

describe('a product that is removed during a request', () => {
  const cases: [string, string, (id: number) => [string, object], number][] = [
    ['an order', 'POST', (id) => [`/api/variants/${id}/orders`, { units: 1, expectedOn: '2026-12-01' }], 404],
    ['a snooze', 'PUT', (id) => [`/api/variants/${id}/snooze`, { kind: 'muted' }], 404],
    [
      'its forecast',
      'POST',
      (id) => ['/functions/forecast-stockout', { merchant_id: merchant.merchantId, variant_id: id }],
      404,
    ],
    [
      'its settings',
      'PUT',
      (id) => [`/api/variants/${id}/settings`, { safetyStock: 3, leadTimeDays: 4 }],
      404,
    ],
    [
      'settings of chosen products',
      'PUT',
      (id) => [
        '/api/settings/variants',
        { target: { kind: 'chosen', variantIds: [id] }, set: { safetyStock: 3 } },
      ],
      404,
    ],
    [
      'settings of all products',
      'PUT',
      () => [
        '/api/settings/variants',
        { target: { kind: 'matching', search: '', only: 'all' }, set: { safetyStock: 3 } },
      ],
      200,
    ],
  ]

  it.each(cases)('is reported as missing for %s, not as a server error', async (_, method, make, status) => {
    const [id] = await insertCatalog(app.kernel, {
      merchantId: merchant.merchantId,
      variants: [{ available: 3 }],
    })
    const [path, json] = make(id!)
    const answer = await whileRemoved(id!, () => merchant.request(path, { method, json }))
    expect(answer.status).toBe(status)
  })
})
