import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tx } from '../../kernel/database/app-database.ts'
import { withTestApp } from '../../testing/index.ts'

const app = withTestApp()

const variants = [
  { title: 'Much', price: 10, sales: [100] },
  { title: 'Some', price: 10, sales: [50] },
  { title: 'Little', price: 10, sales: [20] },
  { title: 'Without a price', price: null, sales: [70] },
  { title: 'Never sold', price: 10 },
]

async function classedShop() {
  const { merchantId, ids, refresh } = await app.openShop(variants)
  await refresh()
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => app.kernel.db.withTenant(merchantId, work)
  const classes = async () => {
    const rows = await inTransaction((tx) =>
      tx
        .selectFrom('stock_projections')
        .select('abc')
        .where('merchant_id', '=', merchantId)
        .orderBy('variant_id')
        .execute(),
    )
    return rows.map(({ abc }) => abc)
  }
  const write = (statement: ReturnType<typeof sql>) => inTransaction((tx) => statement.execute(tx))
  return { merchantId, ids, refresh, classes, write }
}

it('the class of a product follows from what it contributes; a product without a price has none', async () => {
  const shop = await classedShop()
  expect(await shop.classes()).toEqual(['a', 'a', 'b', null, 'c'])
})

it('a cost that changes what one product contributes moves the others to their classes in the same refresh', async () => {
  const { merchantId, ids, refresh, classes, write } = await classedShop()
  const [much] = ids as [number]
  await write(
    sql`update variants set unit_cost_minor = 999, unit_cost_currency = 'USD'
    where merchant_id = ${merchantId} and variant_id = ${much}`,
  )
  expect(await classes()).toEqual(['a', 'a', 'b', null, 'c'])
  await refresh([much])
  expect(await classes()).toEqual(['c', 'a', 'a', null, 'c'])
})

it('a product whose price is taken away loses its class', async () => {
  const { merchantId, ids, refresh, classes, write } = await classedShop()
  const [much] = ids as [number]
  await write(
    sql`update variants set price = null where merchant_id = ${merchantId} and variant_id = ${much}`,
  )
  await refresh([much])
  expect(await classes()).toEqual([null, 'a', 'a', null, 'c'])
})

it('a refresh after a change of stock classes nothing, one of all products does', async () => {
  const { merchantId, ids, refresh, classes, write } = await classedShop()
  const [much, some] = ids as [number, number]
  await write(
    sql`update stock_projections set abc = 'c' where merchant_id = ${merchantId} and variant_id = ${some}`,
  )
  await refresh([much, some])
  expect(await classes()).toEqual(['a', 'c', 'b', null, 'c'])
  await refresh(null)
  expect(await classes()).toEqual(['a', 'a', 'b', null, 'c'])
})
