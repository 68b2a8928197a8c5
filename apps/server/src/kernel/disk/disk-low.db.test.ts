import { sessionSchema } from '@stockcast/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestMerchant, withTestApp } from '../../testing/index.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const MEGABYTE = 1024 ** 2

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let merchant: TestMerchant
let freeBytes = 0

const app = withTestApp(async ({ closeLater }) => {
  folder = await temporaryFolder()
  closeLater(() => folder.remove())
  const env = { DATA_DIR: folder.path, DISK_RESERVE_MB: '100' }
  return { env, getFreeBytes: async () => freeBytes }
})

beforeEach(async () => {
  freeBytes = 1000 * MEGABYTE
  merchant = await app.signUp()
})

const file = 'product,sku,stock\nKettle,K,1\n'
const upload = () => merchant.request('/api/imports?kind=products', { method: 'POST', body: file })
const run = async (name: string, importId: number) => {
  await app.runTask(name, { merchantId: merchant.merchantId, importId })
}
const show = async (id: number) => (await merchant.request(`/api/imports/${id}`)).json()
const session = async () => sessionSchema.parse(await merchant.ask('/api/session'))

describe('a disk with less free space than the reserve', () => {
  it('refuses bulk writes with a sentence and the time to retry; reads continue', async () => {
    freeBytes = 99 * MEGABYTE
    const calls = [
      upload(),
      merchant.request('/api/inventory', { method: 'PUT', json: { items: [{ sku: 'A', stock: 1 }] } }),
      merchant.request('/api/sales', {
        method: 'PUT',
        json: { rows: [{ sku: 'A', day: '2026-10-01', units: 1 }] },
      }),
      merchant.request('/functions/seed-demo-data', { json: { merchantId: merchant.merchantId } }),
      merchant.request('/functions/shopify-sync-inventory', { json: { merchant_id: merchant.merchantId } }),
    ]
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '300'])
      expect(await answer.json()).toMatchObject({
        error: { code: 'unavailable', message: expect.stringContaining('storage is nearly full') },
      })
    }
    expect((await merchant.request('/api/products')).status).toBe(200)
    expect((await session()).storage).toBe('low')
    freeBytes = 1000 * MEGABYTE
    expect((await upload()).status).toBe(200)
    expect((await session()).storage).toBe('ok')
  })

  it('stops an import that began before, with the sentence and without partial data, and lets it succeed later', async () => {
    const begun = (await (await upload()).json()) as { id: number }
    freeBytes = 99 * MEGABYTE
    await run('check-import', begun.id)
    expect(await show(begun.id)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('storage is nearly full'),
    })
    freeBytes = 1000 * MEGABYTE
    const next = (await (await upload()).json()) as { id: number }
    await run('check-import', next.id)
    expect(await show(next.id)).toMatchObject({ status: 'ready' })
    expect((await merchant.request(`/api/imports/${next.id}/apply`, { method: 'POST' })).status).toBe(200)
    freeBytes = 99 * MEGABYTE
    await run('apply-import', next.id)
    expect(await show(next.id)).toMatchObject({ status: 'failed' })
    freeBytes = 1000 * MEGABYTE
    const last = (await (await upload()).json()) as { id: number }
    await run('check-import', last.id)
    await merchant.request(`/api/imports/${last.id}/apply`, { method: 'POST' })
    await run('apply-import', last.id)
    expect(await show(last.id)).toMatchObject({ status: 'applied' })
  })

  it('is reported by health, which stays ready, and the metrics show the free space', async () => {
    freeBytes = 99 * MEGABYTE
    const answer = await app.request('/readyz')
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'ready', checks: { disk: 'less than 100 MB free' } },
    ])
    const metrics = await app.app.request(
      '/metrics',
      {},
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
    expect(await metrics.text()).toMatch(/^stockcast_disk_free_bytes\{folder="data"\} 103809024$/m)
  })
})
