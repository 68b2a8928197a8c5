import type { ErrorBody, ProductDetail } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../testing/index.ts'

const app = withTestApp({ env: { FORECAST_THREADS: '1' } })

const path = '/functions/forecast-stockout'
const steady = (units: number) => Array.from({ length: 60 }, () => units)

async function getShop() {
  const merchant = await app.openShop([
    { sales: steady(6), available: 30 },
    { sales: steady(2), available: 30 },
  ])
  const { ids } = merchant
  const [first, second] = ids
  return { ...merchant, first: first!, second: second! }
}

const forecastIds = (merchantId: number) =>
  app.kernel.db.withTenant(merchantId, async (tx) =>
    (
      await tx.selectFrom('forecasts').select('variant_id').where('merchant_id', '=', merchantId).execute()
    ).map((row) => row.variant_id),
  )

const shop = newForEachTest(getShop)

describe('X-04 forecast-stockout', () => {
  describe('200', () => {
    it('T-04 queues the whole catalogue when no variant is given, and counts its variants', async () => {
      const answer = await shop.request(path, { json: { merchant_id: shop.merchantId } })
      expect(await answer.json()).toEqual({ variants: 2 })
      expect(app.kernel.sentJobs).toContainEqual({
        name: 'forecast-shop',
        data: { merchantId: shop.merchantId },
        options: { key: String(shop.merchantId) },
      })
    })

    it('forecasts a given variant at once, with its projection', async () => {
      const body = { merchant_id: shop.merchantId, variant_id: shop.first }
      const answer = await shop.request(path, { json: body })
      expect(await answer.json()).toEqual({ variants: 1 })
      expect(await forecastIds(shop.merchantId)).toEqual([shop.first])
      const product = await shop.ask<ProductDetail>(`/api/products/${shop.first}`)
      expect(product.row).toMatchObject({ daysUntilStockout: 5, daysSource: 'forecast', status: 'critical' })
    })

    it('queues nothing for a shop without products', async () => {
      const merchant = await app.signUp()
      const before = app.kernel.sentJobs.length
      const answer = await merchant.request(path, { json: { merchant_id: merchant.merchantId } })
      expect(await answer.json()).toEqual({ variants: 0 })
      expect(app.kernel.sentJobs).toHaveLength(before)
    })
  })

  it('answers 400 with the name of the field for a body without merchant_id', async () => {
    const answer = await shop.request(path, { json: {} })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as ErrorBody).error.field).toBe('merchant_id')
  })

  it("answers 404 for an unknown variant and for another merchant's alike", async () => {
    const other = await getShop()
    for (const variantId of [1, other.first]) {
      const body = { merchant_id: shop.merchantId, variant_id: variantId }
      const answer = await shop.request(path, { json: body })
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { code: 'not_found', message: 'This product does not exist.' } },
      ])
    }
  })
})
