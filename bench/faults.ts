// Runs each fault of Shopify, compared with an equal product without faults: npm run -s bench:faults
// Options: --scopes shop,all --kinds 429,hang --minutes 5 (for one shop) or 0.75 (for all)
// For one shop: all kinds at the same time, each for a different store, while another merchant opens screens.
// For all shops: one kind after the other.
import { parseArgs } from 'node:util'
import { type Breakage, breakShops, type Pair } from './faults/break-shops.ts'
import { openStore, openStores, type Product, startProduct } from './faults/products.ts'

const KINDS = '429,5xx,hang,slow,half_body,graphql_errors,forbidden,bulk_refused,token_revoked'
const MINUTES: Record<string, number> = { shop: 5, all: 0.75 }

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    kinds: { type: 'string', default: KINDS },
    scopes: { type: 'string', default: 'shop,all' },
  },
})
const kinds = values.kinds.split(',')
const broken = await startProduct()
try {
  const calm = await startProduct()
  try {
    for (const scope of values.scopes.split(',')) await bench(scope, { broken, calm })
  } finally {
    await calm.stop()
  }
} finally {
  await broken.stop()
}

async function bench(scope: string, products: { broken: Product; calm: Product }): Promise<void> {
  const minutes = Number(values.minutes ?? MINUTES[scope])
  if (scope === 'shop') {
    const breakages = kinds.map((kind) => ({ kind, shop: `tiny-${kind.replaceAll('_', '-')}` }))
    console.log(`for one shop each, ${minutes} minutes: ${kinds.join(', ')}`)
    const shops = breakages.map(({ shop }) => shop)
    await breakShops(await openPair(products, { shops, demoUser: 'tiny-healthy' }), breakages, minutes)
    return
  }
  const pair = await openPair(products, { shops: ['tiny-first'], demoUser: 'tiny-second' })
  for (const kind of kinds) {
    console.log(`${kind} for all shops, ${minutes} minutes`)
    const breakage: Breakage = { kind, shop: null }
    await breakShops(pair, [breakage], minutes)
  }
}

async function openPair(
  products: { broken: Product; calm: Product },
  names: { shops: readonly string[]; demoUser: string },
): Promise<Pair> {
  const [ofBroken, ofCalm] = [
    await openStores(products.broken, names.shops),
    await openStores(products.calm, names.shops),
  ]
  const demoUser = {
    broken: await openStore(products.broken, names.demoUser),
    calm: await openStore(products.calm, names.demoUser),
  }
  const stores = ofBroken.map((store, at) => ({ broken: store, calm: ofCalm[at]! }))
  return { ...products, stores, demoUser }
}
