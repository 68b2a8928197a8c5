import { beforeEach, describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts'
import { type TestMerchant, withTestApp } from '../../testing/index.ts'
import { connectStore, type SandboxProcess, startSandboxProcess } from '../../testing/with-store.ts'
import { leaveShop } from './leave-shop.ts'
import { openShop } from './open-shop.ts'

let sandbox: SandboxProcess
let proxy: FaultProxy
let shops = 0

const app = withTestApp(async ({ closeLater }) => {
  sandbox = await startSandboxProcess()
  closeLater(() => sandbox.stop())
  proxy = await startFaultProxy(sandbox.url)
  closeLater(() => proxy.close())
  return { now: new Date().toISOString(), env: { SANDBOX_URL: proxy.url } }
})

beforeEach(() => {
  proxy.intercept = () => null
})

async function connected(): Promise<TestMerchant> {
  const merchant = await app.signUp()
  await connectStore(merchant, `tiny-leaver-${++shops}.myshopify.com`)
  return merchant
}

const askShop = async ({ merchantId }: TestMerchant) =>
  (await openShop(app.kernel, merchantId)).shop.details()

const uninstalls = () => proxy.requests.filter(({ body }) => body.includes('appUninstall')).length

describe('leaveShop', () => {
  it('removes the app from the store, whose tokens then no longer work', async () => {
    const merchant = await connected()
    expect(await askShop(merchant)).toMatchObject({ currency: expect.any(String) })
    await leaveShop(app.kernel, merchant.merchantId)
    await expect(askShop(merchant)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('makes no request for a merchant without a store', async () => {
    const before = uninstalls()
    await leaveShop(app.kernel, (await app.signUp()).merchantId)
    expect(uninstalls()).toBe(before)
  })

  it('gives up on a store that keeps refusing, and reports that to the caller', async () => {
    const merchant = await connected()
    proxy.intercept = () => ({ status: 403, body: { errors: 'Forbidden' } })
    await expect(leaveShop(app.kernel, merchant.merchantId)).rejects.toThrow()
  })
})
