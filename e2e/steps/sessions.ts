import path from 'node:path'
import {
  type APIRequest,
  type APIRequestContext,
  type Browser,
  test as base,
  type Page,
} from '@playwright/test'
import { callApi } from './api.ts'
import { type Merchant, preparations } from './kinds-of-merchants.ts'
import { madeOnce } from './made-once.ts'
import { newStoreName } from './merchant.ts'

type Session = Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>

interface TestFixtures {
  merchant: Merchant
  session: Session | undefined
  /** A page shared by the tests of a worker that change nothing and open the screens they need. */
  sharedPage: Page
}

interface WorkerFixtures {
  sessionOf: (merchant: Merchant) => Promise<Session | undefined>
  pageOf: (merchant: Merchant) => Promise<Page>
}

/** A separate time limit, so that the first sync does not count against the first test. */
const timeout = 180_000
/** Merchants who check a file, which counts as the merchant's latest: each worker has its own. */
const notShared: readonly Merchant[] = ['importer']

/** Runs tests as a kind of merchant; a run creates every kind at most once, except those not shared. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  merchant: ['nobody', { option: true }],
  sessionOf: [
    async ({ playwright }, use, { project, workerIndex }) => {
      await use(
        once(async (merchant) => {
          if (merchant === 'nobody') return undefined
          const owner = notShared.includes(merchant) ? `-${workerIndex}` : ''
          const file = path.join(project.outputDir, 'sessions', `${merchant}${owner}.json`)
          return madeOnce(file, () => prepare(playwright.request, merchant))
        }),
      )
    },
    { scope: 'worker' },
  ],
  pageOf: [
    async ({ browser, sessionOf }, use) => {
      await use(once(async (merchant) => openPage(browser, await sessionOf(merchant))))
    },
    { scope: 'worker' },
  ],
  session: [async ({ merchant, sessionOf }, use) => use(await sessionOf(merchant)), { timeout }],
  storageState: async ({ session }, use) => {
    await use(session)
  },
  sharedPage: [async ({ merchant, pageOf }, use) => use(await pageOf(merchant)), { timeout }],
})

async function prepare(api: APIRequest, merchant: Exclude<Merchant, 'nobody'>): Promise<Session> {
  for (;;) {
    const request = await api.newContext({ baseURL: process.env.STOCKCAST_URL ?? '' })
    await preparations[merchant](request, newStoreName())
    // Stores are generated from their names, and a few have no alert.
    const isFit = merchant !== 'full' || (await hasAlerts(request))
    const session = await request.storageState()
    await request.dispose()
    if (isFit) return session
  }
}

async function openPage(browser: Browser, storageState?: Session): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.STOCKCAST_URL ?? '',
    locale: 'en-US',
    ...(storageState ? { storageState } : {}),
  })
  return context.newPage()
}

function once<Made>(make: (merchant: Merchant) => Promise<Made>): (merchant: Merchant) => Promise<Made> {
  const made = new Map<Merchant, Promise<Made>>()
  return (merchant) => {
    const wanted = made.get(merchant) ?? make(merchant)
    made.set(merchant, wanted)
    return wanted
  }
}

async function hasAlerts(request: APIRequestContext): Promise<boolean> {
  return (await callApi<{ total: number }>(request, 'GET', '/api/alerts?status=active')).total > 0
}
