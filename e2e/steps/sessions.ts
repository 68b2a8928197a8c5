import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type APIRequest,
  type APIRequestContext,
  type Browser,
  test as base,
  type Page,
} from '@playwright/test'
import { callApi } from './api.ts'
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

const POLL_MS = 200

/**
 * Returns what `make` returns, made once for all processes that name the same file: the first makes it and
 * the others wait. If making it fails, the next one that waits tries again.
 */
async function madeOnce<Made>(file: string, make: () => Promise<Made>): Promise<Made> {
  const claim = `${file}.claim`
  await mkdir(path.dirname(file), { recursive: true })
  while (!existsSync(file)) {
    if (!canClaim(claim)) {
      await sleep(POLL_MS)
      continue
    }
    try {
      if (!existsSync(file)) await writeAtOnce(file, JSON.stringify(await make()))
    } finally {
      await rm(claim, { recursive: true })
    }
  }
  return JSON.parse(await readFile(file, 'utf8')) as Made
}

function canClaim(claim: string): boolean {
  try {
    mkdirSync(claim)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Writes a file that others see only when it is complete. */
async function writeAtOnce(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
