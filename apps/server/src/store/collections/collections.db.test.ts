import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { never } from '../../testing/index.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'
import { connectStore, withSandboxApp } from '../../testing/with-store.ts'
import { reconcileShop } from '../reconcile/reconcile-shop.task.ts'
import { syncShop } from '../sync/sync-shop.task.ts'
import { applyWebhooks } from '../webhooks/apply-webhooks.task.ts'
import { ensureSubscriptions } from '../webhooks/ensure-subscriptions.task.ts'
import { readChanges } from '../webhooks/read-changes.task.ts'
import { readStoreCollections } from './read-store-collections.task.ts'

const app = withSandboxApp()

let shops = 0

async function newStore() {
  const shop = `tiny-collections-${++shops}`
  const address = `${app.sandbox.url}/api/shops/${shop}`
  const post = (path: string, body?: object) => app.changeStore(`${shop}/${path}`, body)
  const idOf = async (title: string) => {
    const { collections } = (await (await fetch(`${address}/collections`)).json()) as {
      collections: { collectionId: string; title: string }[]
    }
    return collections.find((each) => each.title === title)?.collectionId
  }
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const sync = async () => {
    const { syncRunId } = await connectStore(merchant, `${shop}.myshopify.com`, app.address)
    await syncShop(app.kernel, { merchantId, runId: syncRunId }, never)
    await readStoreCollections(app.kernel, { merchantId }, never)
    await ensureSubscriptions(app.kernel, { merchantId })
  }
  const products = () =>
    merchant.rows(sql<{ id: number; title: string; tags: string; collections: string[] }>`
      select p.product_id as id, p.title, p.tags, array(select c.title from collections c
        where c.merchant_id = ${merchantId} and c.collection_id = any(p.collection_ids) order by 1) as collections
      from products p where p.merchant_id = ${merchantId} order by p.product_id`)
  const titlesIn = async (collection: string) =>
    (await products()).filter((each) => each.collections.includes(collection)).map(({ id }) => id)
  /** Does what follows once this many deliveries have arrived. */
  const arrived = async (count: number) => {
    const waiting = () =>
      merchant.rows(sql`select from webhook_inbox where merchant_id = ${merchantId} and status = 'waiting'`)
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
    await applyWebhooks(app.kernel, { merchantId }, never)
    await readChanges(app.kernel, { merchantId }, never)
  }
  return { ...merchant, post, idOf, sync, products, titlesIn, arrived }
}

const store = newForEachTest(newStore)

describe('tags and collections of a store', () => {
  it('V-01 are read with the catalogue, including smart collections and products in many collections', async () => {
    await store.sync()
    const read = await store.products()
    expect(read.every(({ tags, collections }) => tags === '' && collections.length === 0)).toBe(false)
    const [first, second, third] = read
    await store.post(`products/${first!.id}/tags`, { tags: ['Summer', ' A, b ', 'summer', 'Zwölf  Äpfel'] })
    await store.post('collections', { title: 'By tag', rule: { column: 'TAG', condition: 'SUMMER' } })
    for (let n = 0; n < 6; n++)
      await store.post('collections', { title: `Chosen ${n}`, products: [first!.id, third!.id] })
    await readStoreCollections(app.kernel, { merchantId: store.merchantId }, never)
    const after = new Map((await store.products()).map((each) => [each.id, each]))
    expect(after.get(first!.id)!.collections).toEqual(
      expect.arrayContaining(['By tag', ...Array.from({ length: 6 }, (_, n) => `Chosen ${n}`)]),
    )
    expect(after.get(second!.id)!.collections).toEqual(second!.collections)
  })

  it('follow the store’s webhooks: new tags, a renamed collection, other products in it, and its end', async () => {
    await store.sync()
    const [first, second] = await store.products()
    const tags = [
      'Summer',
      'a, b',
      ...Array.from({ length: 248 }, (_, n) => `${n} ${'x'.repeat(251)}`.slice(0, 255)),
    ]
    await store.post('collections', { title: 'By tag', rule: { column: 'TAG', condition: 'summer' } })
    await store.post('collections', { title: 'Chosen', products: [first!.id] })
    await store.post(`products/${second!.id}/tags`, { tags })
    await store.arrived(3)
    expect(await store.titlesIn('By tag')).toEqual([second!.id])
    expect(await store.titlesIn('Chosen')).toEqual([first!.id])
    const tagged = (await store.products()).find(({ id }) => id === second!.id)
    expect(tagged!.tags.split('\n')).toEqual(tags)

    await store.post(`collections/${await store.idOf('Chosen')}`, {
      title: 'Renamed',
      products: [second!.id],
    })
    await store.post(`products/${second!.id}/tags`, { tags: [] })
    await store.arrived(2)
    expect(await store.titlesIn('Chosen')).toEqual([])
    expect(await store.titlesIn('Renamed')).toEqual([second!.id])
    expect(await store.titlesIn('By tag')).toEqual([])

    await store.post(`collections/${await store.idOf('Renamed')}/delete`)
    await store.arrived(1)
    const left = (await store.products()).flatMap(({ collections }) => collections)
    expect(left).not.toContain('Renamed')
  })

  it('are repaired by a comparison when a webhook was missed, and reading twice changes nothing', async () => {
    await store.sync()
    const before = await store.products()
    await store.rows(
      sql`update products set tags = 'lost', collection_ids = '{1}' where merchant_id = ${store.merchantId}`,
    )
    await store.rows(sql`insert into collections values (${store.merchantId}, 1, 'Gone')`)
    await reconcileShop(app.kernel, { merchantId: store.merchantId, kind: 'full' }, never)
    await readStoreCollections(app.kernel, { merchantId: store.merchantId }, never)
    expect(await store.products()).toEqual(before)
    await readStoreCollections(app.kernel, { merchantId: store.merchantId }, never)
    expect(await store.products()).toEqual(before)
  })
})
