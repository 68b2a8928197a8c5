import { type Browser, test as base, type Page } from '@playwright/test'
import { type Merchant, preparations } from './kinds-of-merchants.ts'
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

/** Runs tests as a kind of merchant; each worker creates every kind at most once. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  merchant: ['nobody', { option: true }],
  sessionOf: [
    async ({ browser }, use) => {
      const make = async (merchant: Merchant) => {
        if (merchant === 'nobody') return undefined
        const page = await openPage(browser)
        await preparations[merchant](page, newStoreName())
        const session = await page.context().storageState()
        await page.context().close()
        return session
      }
      await use(once(make))
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
