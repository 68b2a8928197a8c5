import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { shopWithLocations } from '../../testing/shop-with-locations.ts'

const app = withTestApp()

interface Projection {
  location_id: number
  available: number
  units_sold_30: number | null
  demand_share: number | null
  expected_daily_demand: number | null
  status: string
  days_until_stockout: number | null
}

type Shop = Awaited<ReturnType<typeof shopWithLocations>>

const projections = (shop: Shop, variantId: number) =>
  shop.rows(sql<Projection>`select * from location_projections
    where merchant_id = ${shop.merchantId} and variant_id = ${variantId} order by location_id`)

const suggestions = (shop: Shop) =>
  shop.rows(sql<{ variant_id: number; from_location_id: number; to_location_id: number; units: number }>`
    select * from transfer_suggestions where merchant_id = ${shop.merchantId}
    order by variant_id, from_location_id, to_location_id`)

describe('the projection by location', () => {
  it('sums to the shop’s figures, to the unit, sales of no known location included', async () => {
    const shop = await shopWithLocations(app, {
      locations: ['Main', 'Mall', 'Outlet'],
      variants: [
        { stock: [100, 7, 0], daily: [3, 2, 0], unplaced: 2 },
        { stock: [5, null, 11], daily: [1, 0, 1], unplaced: 5 },
      ],
    })
    for (const [i, sold] of [7, 7].entries()) {
      const [whole] = await shop.rows(sql<{
        available: number
        units_sold_30: number
        expected_daily_demand: number
      }>`
        select * from stock_projections where merchant_id = ${shop.merchantId} and variant_id = ${shop.ids[i]!}`)
      const parts = await projections(shop, shop.ids[i]!)
      const sum = (of: (part: Projection) => number) => parts.reduce((total, part) => total + of(part), 0)
      expect(whole!.units_sold_30).toBe(30 * sold)
      expect(sum((part) => part.units_sold_30!)).toBe(whole!.units_sold_30)
      expect(sum((part) => part.available)).toBe(whole!.available)
      expect(sum((part) => part.demand_share!)).toBeCloseTo(1, 5)
      expect(sum((part) => part.expected_daily_demand!)).toBeCloseTo(whole!.expected_daily_demand, 4)
    }
  })

  it('is out of stock when it has nothing left, although the whole shop has enough', async () => {
    const shop = await shopWithLocations(app, {
      locations: ['Main', 'Mall'],
      variants: [{ stock: [300, 0], daily: [2, 2] }],
    })
    const [main, mall] = await projections(shop, shop.ids[0]!)
    expect(main).toMatchObject({ status: 'healthy', available: 300 })
    expect(mall).toMatchObject({ status: 'out_of_stock', available: 0, days_until_stockout: 0 })
  })

  it('is unknown if no sale is known by location, and nothing is suggested', async () => {
    const shop = await shopWithLocations(app, {
      locations: ['Main', 'Mall'],
      variants: [{ stock: [300, 1], daily: [0, 0], unplaced: 4 }],
    })
    for (const projection of await projections(shop, shop.ids[0]!))
      expect(projection).toMatchObject({ units_sold_30: null, demand_share: null, days_until_stockout: null })
    expect(await suggestions(shop)).toEqual([])
  })

  it('is not kept for a shop with one location, nor after the others were closed', async () => {
    const one = await shopWithLocations(app, { locations: ['Main'], variants: [{ stock: [9], daily: [2] }] })
    expect(await projections(one, one.ids[0]!)).toEqual([])
    const shop = await shopWithLocations(app, {
      locations: ['Main', 'Mall'],
      variants: [{ stock: [300, 0], daily: [2, 2] }],
    })
    expect(await suggestions(shop)).toHaveLength(1)
    await shop.change(sql`update locations set is_active = false where location_id = 2`)
    await shop.refresh()
    expect(await projections(shop, shop.ids[0]!)).toEqual([])
    expect(await suggestions(shop)).toEqual([])
  })

  it('of one product is derived again without the others', async () => {
    const shop = await shopWithLocations(app, {
      locations: ['Main', 'Mall'],
      variants: [
        { stock: [300, 0], daily: [2, 2] },
        { stock: [300, 0], daily: [2, 2] },
      ],
    })
    await shop.change(sql`update inventory_levels set available = 90 where location_id = 2`)
    await shop.refresh([shop.ids[0]!])
    expect((await projections(shop, shop.ids[0]!))[1]).toMatchObject({ available: 90 })
    expect((await projections(shop, shop.ids[1]!))[1]).toMatchObject({ available: 0 })
    expect((await suggestions(shop)).map(({ variant_id }) => variant_id)).toEqual([shop.ids[1]])
  })
})

describe('a suggested transfer', () => {
  const unbalanced = { locations: ['Main', 'Mall'], variants: [{ stock: [300, 0], daily: [2, 2] }] }

  it('goes from where there is plenty to where it runs out', async () => {
    const shop = await shopWithLocations(app, unbalanced)
    const [only] = await suggestions(shop)
    expect(only).toMatchObject({ from_location_id: 1, to_location_id: 2 })
    expect(only!.units).toBeGreaterThan(20)
  })

  it.each([
    [
      'a location whose stock is not the merchant’s',
      sql`update locations set role = 'external' where location_id = 1`,
    ],
    ['a warehouse', sql`update locations set role = 'warehouse' where location_id = 2`],
  ])('neither takes from nor brings to %s', async (_what, change) => {
    const shop = await shopWithLocations(app, unbalanced)
    await shop.change(change)
    await shop.refresh()
    expect(await suggestions(shop)).toEqual([])
  })

  it('is not made on a route that is switched off, nor back to where the stock came from', async () => {
    const shop = await shopWithLocations(app, unbalanced)
    await shop.change(sql`insert into transfer_lanes values (${shop.merchantId}, 1, 2, false, 3, 1, 0)`)
    await shop.refresh()
    expect(await suggestions(shop)).toEqual([])
    await shop.change(sql`delete from transfer_lanes`)
    await shop.change(sql`
      with moved as (
        insert into stock_transfers (merchant_id, from_location_id, to_location_id, from_name, to_name, status, created_at, updated_at)
        values (${shop.merchantId}, 2, 1, 'Mall', 'Main', 'received', ${app.kernel.clock.now()}, ${app.kernel.clock.now()})
        returning id)
      insert into stock_transfer_lines (merchant_id, transfer_id, variant_id, title, units)
      select ${shop.merchantId}, id, ${shop.ids[0]!}, 'Kettle', 5 from moved`)
    await shop.refresh()
    expect(await suggestions(shop)).toEqual([])
  })

  it('takes all of a warehouse from which nothing is sold, and nothing of a shop that has sold nothing so far', async () => {
    const shop = await shopWithLocations(app, {
      locations: ['Warehouse', 'Mall'],
      variants: [{ stock: [30, 0], daily: [0, 3] }],
    })
    expect(await suggestions(shop)).toEqual([])
    await shop.change(sql`update locations set role = 'warehouse' where location_id = 1`)
    await shop.refresh()
    expect(await suggestions(shop)).toMatchObject([{ units: 30 }])
  })

  it('below the merchant’s least value is left out', async () => {
    const shop = await shopWithLocations(app, unbalanced)
    await shop.change(
      sql`update merchants set least_transfer_minor = 100000000 where id = ${shop.merchantId}`,
    )
    await shop.refresh()
    expect(await suggestions(shop)).toEqual([])
  })
})
