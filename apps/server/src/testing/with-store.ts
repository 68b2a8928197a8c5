import { beforeEach } from 'vitest'
import { serve } from '../kernel/http/serve.ts'
import { syncShop } from '../store/sync/sync-shop.task.ts'
import { connectStore } from './connect-store.ts'
import { type FakeShopify, startFakeShopify } from './fake-shopify.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'
import type { TestApp, TestMerchant } from './test-app.ts'
import type { TestKernelOptions } from './test-kernel.ts'
import { withTestApp } from './with-test-app.ts'

interface SandboxApp extends TestApp {
  sandbox: SandboxProcess
  /** Where the sandbox sends webhooks. */
  address: string
  /** Returns a new merchant with a connected, synced store of the sandbox, without webhook subscriptions. */
  openStore(shop: string, asked?: { writesTransfers?: boolean }): Promise<TestMerchant>
  /** Changes a store by a POST to the sandbox, below `/api/shops`. */
  changeStore(path: string, body?: object): Promise<Record<string, unknown>>
}

/** Opens the app and the sandbox, which reach each other by HTTP. Each test starts at the real time, which is the sandbox's too. */
export function withSandboxApp(): SandboxApp {
  const opened = withTestApp(async ({ closeLater }) => {
    app.sandbox = await startSandboxProcess({ SANDBOX_RESTORE_RATE: '1000000' })
    closeLater(() => app.sandbox.stop())
    const http = await serve({
      fetch: (request, env) => app.app.fetch(request, env as object),
      host: '127.0.0.1',
      port: 0,
    })
    closeLater(() => http.stop(0))
    app.address = http.address
    return { now: new Date().toISOString(), env: { SANDBOX_URL: app.sandbox.url, PUBLIC_URL: app.address } }
  })
  const app = Object.assign(opened as typeof opened & SandboxApp, {
    openStore: async (shop: string, asked = {}) => {
      const merchant = await app.signUp()
      const { syncRunId } = await connectStore(merchant, `${shop}.myshopify.com`, app.address, asked)
      const { signal } = new AbortController()
      await syncShop(app.kernel, { merchantId: merchant.merchantId, runId: syncRunId }, signal)
      return merchant
    },
    changeStore: async (path: string, body: object = {}) => {
      const response = await fetch(`${app.sandbox.url}/api/shops/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
      return (await response.json()) as Record<string, unknown>
    },
  })
  beforeEach(() => app.kernel.clock.set(new Date().toISOString()))
  return app
}

/** Opens the app with a fake of Shopify that the test sets. */
export function withFakeShopify(
  options: Partial<TestKernelOptions> = {},
): TestApp & { shopify: FakeShopify } {
  const opened = withTestApp(async ({ closeLater }) => {
    app.shopify = await startFakeShopify()
    closeLater(() => app.shopify.close())
    return { ...options, env: { SANDBOX_URL: app.shopify.url } }
  })
  const app = opened as typeof opened & { shopify: FakeShopify }
  return app
}
