import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withTestKernel } from '../../testing/index.ts'
import { ensureMerchant } from './ensure-merchant.ts'

const kernel = withTestKernel()

const newUser = () => ({ id: randomUUID(), email: `${randomUUID()}@Example.com` })

describe('ensureMerchant', () => {
  it('P-09 creates a merchant on a trial of 14 days, without a store, with the default settings', async () => {
    const user = newUser()
    const merchantId = await ensureMerchant(kernel, user)
    const [merchant, settings] = await kernel.db.withTenant(merchantId, async (tx) => [
      await tx.selectFrom('merchants').selectAll().where('id', '=', merchantId).executeTakeFirstOrThrow(),
      await tx.selectFrom('settings').selectAll().where('merchant_id', '=', merchantId).execute(),
    ])
    expect(merchant).toMatchObject({
      email: user.email.toLowerCase(),
      shop_domain: `pending-${merchantId}`,
      subscription_status: 'trial',
      trial_ends_at: new Date('2026-12-04T10:00:00Z'),
      trial_extended: false,
    })
    expect(settings).toEqual([
      {
        merchant_id: merchantId,
        default_safety_stock: 5,
        default_lead_time_days: 14,
        default_cover_days: 30,
      },
    ])
  })

  it('returns the same merchant to any number of calls at the same time', async () => {
    const user = newUser()
    const ids = await Promise.all(Array.from({ length: 12 }, () => ensureMerchant(kernel, user)))
    expect(new Set(ids).size).toBe(1)
  })

  it('refuses a second user with the address of the first', async () => {
    const first = newUser()
    await ensureMerchant(kernel, first)
    const second = ensureMerchant(kernel, { id: randomUUID(), email: first.email })
    await expect(second).rejects.toMatchObject({ code: 'conflict' })
  })
})
