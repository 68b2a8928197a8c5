import { gzipSync } from 'node:zlib'
import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MachineClock, NOW, openSandbox, temporaryFolder } from '../../testing/open-sandbox.ts'
import { getProfile } from '../generate/generate-store.ts'
import { isoDay, parseIsoDay, toWeekday } from '../store/calendar.ts'
import { loadStore, weeksToYesterday } from './load-store.ts'
import { parseDailySales } from './parse-daily-sales.ts'

const CSV = [
  'series_id,2011-12-05,2011-12-06,2011-12-07',
  'MUG_BLUE,3,0,5',
  '10002,,2,1',
  'quiet,0,0,0',
  '',
].join('\n')

function post(
  sandbox: ReturnType<typeof openSandbox>,
  shop: string,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
) {
  const headers = { 'content-type': type }
  return sandbox.http.request(`/api/shops/${shop}/load`, { method: 'POST', headers, body })
}

it('sales are shifted by whole weeks, so that they end as late as possible before today', () => {
  const days = fc.integer({ min: 0, max: 30_000 })
  forAll(days, days, (lastDay, today) => {
    const shifted = lastDay + 7 * weeksToYesterday(lastDay, today)
    expect(toWeekday(shifted)).toBe(toWeekday(lastDay))
    expect(today - shifted).toBeGreaterThanOrEqual(1)
    expect(today - shifted).toBeLessThanOrEqual(7)
  })
})

describe('a loaded store', () => {
  it('sold on each shifted day what the file says, and nothing else', () => {
    const units = fc.option(fc.integer({ min: 0, max: 30 }), { nil: null })
    const table = fc.array(fc.array(units, { minLength: 10, maxLength: 10 }), { minLength: 1, maxLength: 45 })
    inCases(20, table, (rows) => {
      const first = parseIsoDay('2024-03-05')!
      const head = ['series_id', ...Array.from({ length: 10 }, (_, column) => isoDay(first + column))]
      const lines = [head, ...rows.map((row, index) => [`s${index}`, ...row.map((each) => each ?? '')])]
      const sales = parseDailySales(Buffer.from(lines.map((line) => line.join(',')).join('\n')))
      const { store, shiftWeeks } = loadStore({ profile: getProfile('acme'), sales, loadedAt: NOW })
      const { orders, calendar } = store
      const seen = rows.map((row) => row.map(() => 0))
      for (let order = 0; order < orders.orderCount; order++) {
        const column = calendar.toDay(orders.createdAt[order]!) - first - 7 * shiftWeeks
        const { first: from, end } = orders.getLines(order)
        expect(end - from).toBeLessThanOrEqual(20)
        for (let line = from; line < end; line++)
          seen[orders.lineVariant[line]!]![column]! += orders.lineQuantity[line]!
      }
      expect(seen).toEqual(rows.map((row) => row.map((each) => each ?? 0)))
      for (const variant of store.variants) expect(store.available(variant)).toBeGreaterThanOrEqual(0)
    })
  })

  it('is read from gzip, has readable names, and is kept over a restart', async () => {
    const folder = temporaryFolder()
    const clock = new MachineClock()
    const sandbox = openSandbox(folder, clock)
    const answer = await post(sandbox, 'gifts', new Uint8Array(gzipSync(CSV)), 'application/gzip')
    expect(await answer.json()).toEqual({
      shop: 'gifts.myshopify.com',
      products: 3,
      days: 3,
      orders: 3,
      units: 11,
      shiftWeeks: 780,
      firstDay: '2026-11-16',
      lastDay: '2026-11-18',
      isReplaced: false,
    })
    const reopened = openSandbox(folder, clock).shopify.shops.store('gifts.myshopify.com')
    const { products, variants } = reopened
    expect(products.map(({ title }) => title)).toEqual(['Mug Blue', 'Item 10002', 'Quiet'])
    expect(variants.map(({ sku }) => sku)).toEqual(['MUG_BLUE', '10002', 'quiet'])
    expect(reopened.orders.lineCount).toBe(4)
  })

  it('replaces the earlier store, and the answer says so; products keep their ids and are newer', async () => {
    const clock = new MachineClock()
    const sandbox = openSandbox(temporaryFolder(), clock)
    await post(sandbox, 'gifts', CSV, 'text/csv')
    const before = sandbox.shopify.shops.store('gifts.myshopify.com')
    clock.time += 7 * 86_400_000
    const answer = await post(sandbox, 'gifts', CSV, 'text/csv')
    expect(await answer.json()).toMatchObject({ isReplaced: true, shiftWeeks: 781 })
    const after = sandbox.shopify.shops.store('gifts.myshopify.com')
    expect(after.ids.toGid('ProductVariant', 0)).toBe(before.ids.toGid('ProductVariant', 0))
    expect(after.products[0]!.updatedAt).toBe(clock.time)
  })
})

describe('a malformed file', () => {
  it.each([
    ['another head', 'id,2011-12-05\na,1', 'Line 1'],
    ['a head without days', 'series_id\na', 'Line 1'],
    ['a day that does not exist', 'series_id,2011-02-30\na,1', 'Line 1, column 2'],
    ['days out of order', 'series_id,2011-12-06,2011-12-05\na,1,1', 'Line 1, column 3'],
    ['no series', 'series_id,2011-12-05\n', 'Line 2'],
    ['a short line', 'series_id,2011-12-05,2011-12-06\na,1,1\nb,1', 'Line 3'],
    ['a negative number', 'series_id,2011-12-05\na,1\nb,-2', 'Line 3, column 2'],
    ['a fraction', 'series_id,2011-12-05\na,1.5', 'Line 2, column 2'],
    ['a word', 'series_id,2011-12-05\na,many', 'Line 2, column 2'],
    ['an empty id', 'series_id,2011-12-05\n,1', 'Line 2'],
    ['a series twice', 'series_id,2011-12-05\na,1\na,2', 'Line 3'],
  ])('with %s names the line, and nothing is loaded', async (_, csv, named) => {
    const sandbox = openSandbox()
    const answer = await post(sandbox, 'gifts', csv, 'text/csv')
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: string }
    expect(error.startsWith(named)).toBe(true)
    expect(error).toContain('Nothing was loaded')
    expect(sandbox.shopify.shops.domainsInUse()).toEqual([])
  })

  it('that is broken gzip is refused, and the earlier store stays', async () => {
    const sandbox = openSandbox()
    await post(sandbox, 'gifts', CSV, 'text/csv')
    const answer = await post(sandbox, 'gifts', new Uint8Array([0x1f, 0x8b, 1, 2, 3]), 'application/gzip')
    expect(answer.status).toBe(400)
    expect(sandbox.shopify.shops.store('gifts.myshopify.com').products).toHaveLength(3)
  })

  it('cannot come from a form of another site', async () => {
    expect((await post(openSandbox(), 'gifts', CSV, 'text/plain')).status).toBe(415)
  })
})
