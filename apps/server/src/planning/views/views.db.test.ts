import { MAX_VIEWS, type SavedView, viewsApi } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestMerchant, withTestApp } from '../../testing/index.ts'

const app = withTestApp()

const search = { tag: ['Summer', 'a, b'], sort: 'stock' }
const save = (merchant: TestMerchant, name: string, more: object = {}) =>
  merchant.request(viewsApi.create.path, {
    json: { list: 'products', name, search, hidden: ['stock'], ...more },
  })
const change = (merchant: TestMerchant, id: number, name: string) =>
  merchant.request(`/api/views/${id}`, { method: 'PUT', json: { name } })

async function listed(): Promise<SavedView[]> {
  return (await merchant.ask<{ views: SavedView[] }>(viewsApi.list.path)).views
}

const merchant = newForEachTest(() => app.signUp())

describe('a saved view', () => {
  it('V-04 keeps filter, sort and columns under a name, is renamed and deleted, and stands in the activity log', async () => {
    const view = (await (await save(merchant, '  Summer   things ')).json()) as SavedView
    expect(view).toMatchObject({ list: 'products', name: 'Summer things', search, hidden: ['stock'] })
    expect(await listed()).toEqual([view])
    expect(await (await change(merchant, view.id, 'Winter')).json()).toEqual({ ...view, name: 'Winter' })
    expect((await merchant.request(`/api/views/${view.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await listed()).toEqual([])
    const log = await merchant.ask<{
      entries: { detail: string }[]
    }>('/api/account/activity')
    expect(log.entries.map(({ detail }) => detail)).toEqual([
      'Deleted: Products “Winter”',
      'Renamed: Products “Summer things” to “Winter”',
      'Saved: Products “Summer things”',
    ])
  })

  it('has a name once in a list, whatever its case', async () => {
    const first = (await (await save(merchant, 'Summer')).json()) as SavedView
    expect((await save(merchant, 'SUMMER')).status).toBe(409)
    expect((await save(merchant, 'Summer', { list: 'alerts' })).status).toBe(200)
    const second = (await (await save(merchant, 'Winter')).json()) as SavedView
    expect((await change(merchant, second.id, 'summer')).status).toBe(409)
    expect((await change(merchant, first.id, 'summer')).status).toBe(200)
    expect((await save(await app.signUp(), 'Summer')).status).toBe(200)
  })

  it.each([
    ['an empty name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(41) }],
    ['a list that there is not', { list: 'orders' }],
    [
      'too many parameters',
      { search: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`p${n}`, 'x'])) },
    ],
    ['a long value', { search: { tag: 'x'.repeat(301) } }],
  ])('is refused with %s', async (_what, change) => {
    expect((await save(await app.signUp(), 'Summer', change)).status).toBe(400)
  })

  it(`is refused after ${MAX_VIEWS}`, async () => {
    for (let n = 0; n < MAX_VIEWS; n++) expect((await save(merchant, `View ${n}`)).status).toBe(200)
    expect((await save(merchant, 'One more')).status).toBe(429)
    expect(await listed()).toHaveLength(MAX_VIEWS)
  })

  it('is used by a viewer and saved by a buyer, and another shop’s is not found', async () => {
    const owner = await app.signUp()
    const { id } = (await (await save(owner, 'Summer')).json()) as SavedView
    const viewer = await app.signUp(undefined, 'viewer')
    expect((await viewer.request(viewsApi.list.path)).status).toBe(200)
    expect((await save(viewer, 'Summer')).status).toBe(403)
    const buyer = await app.signUp(undefined, 'buyer')
    expect((await save(buyer, 'Summer')).status).toBe(200)
    expect((await change(buyer, id, 'Mine')).status).toBe(404)
    expect((await buyer.request(`/api/views/${id}`, { method: 'DELETE' })).status).toBe(404)
  })
})
