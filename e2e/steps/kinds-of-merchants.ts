import type { Page } from '@playwright/test'
import { connectStore, newStoreName, signUp, waitForForecasts } from './merchant.ts'

/** Kinds of merchants for which screens are shown. */
export type Merchant = 'nobody' | 'new' | 'importer' | 'demoUser' | 'full' | 'longNames'

const dayMs = 86_400_000
/** Time limit for a store with hundreds of products on a busy machine. */
const PATIENCE_MS = 120_000
const long = 'Hand-thrown stoneware pour-over dripper with a walnut collar, for one to four cups'
const names = [
  `${long}, in a glaze named Midwinter Evening over the Estuary`,
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'قهوة عربية محمصة حديثا من مرتفعات اليمن',
  '手作り陶器ドリッパー 🫖 限定版',
]

/** Creates each kind of merchant; the store of the full one can be chosen. */
export const preparations: Record<
  Exclude<Merchant, 'nobody'>,
  (page: Page, storeName?: string) => Promise<unknown>
> = {
  new: (page) => signUp(page),
  importer: (page) => signUp(page),
  full: async (page, storeName = newStoreName()) => {
    await signUp(page)
    await connectStore(page, storeName)
    await waitForForecasts(page, PATIENCE_MS)
  },
  demoUser: async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Try the demo' }).click()
    await waitForForecasts(page, PATIENCE_MS)
  },
  longNames: async (page) => {
    await signUp(page, `a-merchant-with-a-rather-long-address.${Date.now()}@subdomain.of.a.long.example.com`)
    await importLongNames(page)
    await page.goto('/dashboard')
    await waitForForecasts(page, PATIENCE_MS)
  },
}

async function importLongNames(page: Page): Promise<void> {
  const stored = await page.evaluate(() => localStorage.getItem('stockcast.session') ?? '')
  const headers = { authorization: `Bearer ${JSON.parse(stored).token}` }
  const items = names.map((product, i) => ({
    sku: `SKU-${'0123456789'.repeat(3)}-${i}`,
    product,
    variant: `Extra large with everything / ${long}`,
    vendor: long,
    stock: 30 * i,
    price: 1_234_567.89,
  }))
  const rows = items.flatMap(({ sku }, i) =>
    Array.from({ length: 60 }, (_, day) => ({
      sku,
      day: new Date(Date.now() - (day + 1) * dayMs).toISOString().slice(0, 10),
      units: 2 + ((day * 7 + i) % 5),
    })),
  )
  await page.request.put('/api/inventory', { headers, data: { items } })
  await page.request.put('/api/sales', { headers, data: { rows } })
}
