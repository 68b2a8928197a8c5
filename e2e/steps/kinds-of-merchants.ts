import type { APIRequestContext } from '@playwright/test'
import { callApi } from './api.ts'
import { connectStore, createMerchant, newStoreName, untilForecasts } from './merchant.ts'
import { addOrdersInEachState } from './orders-in-each-state.ts'
import { addWeeksOfWork } from './weeks-of-work.ts'

/** Kinds of merchants for which screens are shown. */
export type Merchant = 'nobody' | 'new' | 'importer' | 'demoUser' | 'full' | 'buyer' | 'longNames'

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

/** Creates each kind of merchant, whose session `request` has then; the store of the full one can be chosen. */
export const preparations: Record<
  Exclude<Merchant, 'nobody'>,
  (request: APIRequestContext, storeName?: string) => Promise<unknown>
> = {
  new: (request) => createMerchant(request),
  importer: (request) => createMerchant(request),
  full: async (request, storeName = newStoreName()) => {
    await createMerchant(request)
    await connectStore(request, storeName)
    await untilForecasts(request, PATIENCE_MS)
  },
  buyer: async (request) => {
    await createMerchant(request)
    await connectStore(request, newStoreName())
    await untilForecasts(request, PATIENCE_MS)
    await addWeeksOfWork(request, await addOrdersInEachState(request))
  },
  demoUser: async (request) => {
    await callApi(request, 'POST', '/api/auth/sign-in/demo', {})
    await untilForecasts(request, PATIENCE_MS)
  },
  longNames: async (request) => {
    const email = `a-merchant-with-a-rather-long-address.${Date.now()}@subdomain.of.a.long.example.com`
    await createMerchant(request, email)
    await importLongNames(request)
    await untilForecasts(request, PATIENCE_MS)
  },
}

async function importLongNames(request: APIRequestContext): Promise<void> {
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
  await callApi(request, 'PUT', '/api/inventory', { items })
  await callApi(request, 'PUT', '/api/sales', { rows })
}
