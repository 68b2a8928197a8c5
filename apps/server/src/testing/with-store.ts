import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { beforeEach } from 'vitest'
import { serve } from '../kernel/http/serve.ts'
import { syncShop } from '../store/sync/sync-shop.task.ts'
import { compileCache } from './compile-cache.ts'
import { type FakeShopify, startFakeShopify } from './fake-shopify.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { type TestApp, type TestMerchant, withTestApp } from './test-app.ts'
import type { TestKernelOptions } from './test-kernel.ts'

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

const main = path.resolve(import.meta.dirname, '../../../sandbox/src/main.ts')
const PATIENCE_MS = 20_000

export interface SandboxProcess {
  url: string
  smtpPort: number
  stop(): Promise<void>
}

/**
 * Starts the real sandbox, in a process and a folder of its own: tests reach it only by HTTP, as the product
 * does.
 */
export async function startSandboxProcess(environment: Record<string, string> = {}): Promise<SandboxProcess> {
  const { path: folder, remove } = await temporaryFolder()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...compileCache, DATA_DIR: folder, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...environment },
  })
  const { address, smtpPort } = await ready(child)
  return {
    url: address,
    smtpPort,
    stop: async () => {
      const hasEnded = once(child, 'exit')
      child.kill('SIGTERM')
      await hasEnded
      await remove()
    },
  }
}

async function ready(child: ChildProcess): Promise<{ address: string; smtpPort: number }> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })
  return message as { address: string; smtpPort: number }
}

/** Connects a store of the sandbox and consents to all that is asked for. */
export async function connectStore(
  merchant: TestMerchant,
  shop: string,
  redirectOrigin = 'http://localhost:3000',
  asked: { writesStock?: boolean; writesTransfers?: boolean } = {},
): Promise<{ syncRunId: number }> {
  const init = await merchant.request('/functions/shopify-oauth-init', {
    json: { shop, redirectOrigin, ...asked },
  })
  const { authUrl } = (await init.json()) as { authUrl: string }
  const callback = await install(authUrl)
  const parameter = (name: string) => callback.searchParams.get(name) ?? ''
  const answer = await merchant.request('/functions/shopify-oauth-callback', {
    json: {
      code: parameter('code'),
      shop: parameter('shop'),
      hmac: parameter('hmac'),
      query: callback.search,
    },
  })
  if (answer.status !== 200) throw new Error(`not connected: ${await answer.text()}`)
  return (await answer.json()) as { syncRunId: number }
}

/** Does what the merchant's click on Install does: sends the page's form and returns where it redirects. */
export async function install(authUrl: string): Promise<URL> {
  const url = new URL(authUrl)
  const form = new URLSearchParams(url.search)
  form.set('decision', 'install')
  const answer = await fetch(`${url.origin}${url.pathname}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? '')
}
