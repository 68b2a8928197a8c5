import { test as base } from '@playwright/test'
import { type Merchant, preparations } from './kinds-of-merchants.ts'
import { newStoreName } from './merchant.ts'

type Session = Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>
type SessionOf = (merchant: Merchant) => Promise<Session | undefined>

/** Tests that look with the eyes of a merchant; each worker makes every kind at most once. */
export const test = base.extend<{ merchant: Merchant }, { sessionOf: SessionOf }>({
  merchant: ['nobody', { option: true }],
  sessionOf: [
    async ({ browser }, use) => {
      const made = new Map<Merchant, Promise<Session>>()
      const make = async (merchant: Exclude<Merchant, 'nobody'>) => {
        const context = await browser.newContext({
          baseURL: process.env.STOCKCAST_URL ?? '',
          locale: 'en-US',
        })
        await preparations[merchant](await context.newPage(), newStoreName())
        const session = await context.storageState()
        await context.close()
        return session
      }
      await use(async (merchant) => {
        if (merchant === 'nobody') return undefined
        const session = made.get(merchant) ?? make(merchant)
        made.set(merchant, session)
        return session
      })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ merchant, sessionOf }, use) => {
    await use(await sessionOf(merchant))
  },
})
