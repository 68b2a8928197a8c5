import { MINUTE_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertCatalog, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { wireProjection } from '../../wire-projection.ts'

const app = withTestApp()

/**
 * Returns a store with one product that is about to run out, last compared with the store this many minutes
 * ago.
 */
async function storeAfter(minutes: number) {
  const { merchantId, rows: change } = await app.signUp()
  const sales = Array.from({ length: 60 }, () => 6)
  const [variantId] = await insertCatalog(app.kernel, { merchantId, variants: [{ sales, available: 3 }] })
  await insertConnection(app.kernel, { merchantId, shopDomain: `stale-${merchantId}.myshopify.com` })
  const asOf = new Date(app.kernel.clock.now().getTime() - minutes * MINUTE_MS)
  await change(sql`
    update merchants set stock_as_of = ${asOf}, forecast_as_of = ${asOf} where id = ${merchantId}`)
  const alerts = async () => {
    await wireProjection(app.kernel).refresh({ merchantId, variantIds: null })
    return change(sql<{ resolved: boolean }>`select resolved from alerts where merchant_id = ${merchantId}`)
  }
  return { merchantId, variantId, change, alerts }
}

it('figures that are half an hour old raise alerts', async () => {
  const store = await storeAfter(30)
  expect((await store.alerts()).length).toBeGreaterThan(0)
})

it('older figures raise none until the store has been compared again', async () => {
  const store = await storeAfter(31)
  expect(await store.alerts()).toEqual([])
  await store.change(sql`
    update merchants set stock_as_of = ${app.kernel.clock.now()} where id = ${store.merchantId}`)
  expect((await store.alerts()).length).toBeGreaterThan(0)
})

it('older figures still close alerts that no longer apply', async () => {
  const store = await storeAfter(5)
  await store.alerts()
  const hourBefore = new Date(app.kernel.clock.now().getTime() - 65 * MINUTE_MS)
  await store.change(sql`
    update merchants set stock_as_of = ${hourBefore} where id = ${store.merchantId}`)
  await store.change(
    sql`update inventory_levels set available = 5000 where merchant_id = ${store.merchantId}`,
  )
  expect(new Set((await store.alerts()).map((alert) => alert.resolved))).toEqual(new Set([true]))
})
