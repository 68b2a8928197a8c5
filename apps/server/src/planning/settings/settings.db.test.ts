import type { Settings } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../testing/index.ts'
import { expectRefusal } from '../../testing/read-answer.ts'

const app = withTestApp()

const getJobs = (merchantId: number) =>
  app.kernel.sentJobs.filter((job) => (job.data as { merchantId?: number }).merchantId === merchantId)

const merchant = newForEachTest(() => app.signUp())

describe('GET /api/settings', () => {
  it('G-02 returns the defaults of a new merchant: 5 units and 14 days', async () => {
    const answer = await merchant.request('/api/settings')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      defaultSafetyStock: 5,
      defaultLeadTimeDays: 14,
      defaultCoverDays: 30,
      serviceLevel: 0.9,
    })
  })

  it('is refused without a session', async () => {
    await expectRefusal(app.request('/api/settings'), 401, { code: 'unauthenticated' })
  })
})

describe('PUT /api/settings', () => {
  const put = (json: unknown) => ({ method: 'PUT', json })

  it('G-02 saves, queues a refresh of the stock projection and informs other pages', async () => {
    const saved: Settings = {
      defaultSafetyStock: 0,
      defaultLeadTimeDays: 30,
      defaultCoverDays: 45,
      serviceLevel: 0.95,
    }
    const answer = await merchant.request('/api/settings', put(saved))
    expect(answer.status).toBe(200)
    expect(await (await merchant.request('/api/settings')).json()).toEqual(saved)
    expect(getJobs(merchant.merchantId)).toMatchObject([
      { name: 'refresh-catalogue', data: { merchantId: merchant.merchantId } },
    ])
    expect(app.kernel.publishedEvents).toContainEqual({
      merchantId: merchant.merchantId,
      event: { type: 'settings' },
    })
  })

  it('keeps days of cover and service level that are left out', async () => {
    const numbers = { defaultSafetyStock: 5, defaultLeadTimeDays: 14 }
    await merchant.request('/api/settings', put({ ...numbers, defaultCoverDays: 60, serviceLevel: 0.8 }))
    const answer = await merchant.request('/api/settings', put({ ...numbers, defaultSafetyStock: 9 }))
    expect(await answer.json()).toEqual({
      ...numbers,
      defaultSafetyStock: 9,
      defaultCoverDays: 60,
      serviceLevel: 0.8,
    })
    expect(await (await merchant.request('/api/scorecard')).json()).toMatchObject({ serviceLevel: 0.8 })
  })

  it('has alerts derived again when only the service level changed', async () => {
    const numbers = { defaultSafetyStock: 5, defaultLeadTimeDays: 14 }
    await merchant.request('/api/settings', put(numbers))
    const before = getJobs(merchant.merchantId).length
    await merchant.request('/api/settings', put({ ...numbers, serviceLevel: 0.95 }))
    expect(getJobs(merchant.merchantId).length).toBe(before + 1)
  })

  it('starts no work when nothing changed', async () => {
    await merchant.request('/api/settings', put({ defaultSafetyStock: 5, defaultLeadTimeDays: 14 }))
    expect(getJobs(merchant.merchantId)).toEqual([])
  })

  it('changes nothing of another merchant', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()]
    await one.request('/api/settings', put({ defaultSafetyStock: 1, defaultLeadTimeDays: 1 }))
    const untouched = await (await other.request('/api/settings')).json()
    expect(untouched).toEqual({
      defaultSafetyStock: 5,
      defaultLeadTimeDays: 14,
      defaultCoverDays: 30,
      serviceLevel: 0.9,
    })
  })

  it.each([
    ['defaultSafetyStock', { defaultSafetyStock: -1, defaultLeadTimeDays: 14 }],
    ['defaultSafetyStock', { defaultLeadTimeDays: 14 }],
    ['defaultLeadTimeDays', { defaultSafetyStock: 5, defaultLeadTimeDays: 1.5 }],
    ['defaultLeadTimeDays', { defaultSafetyStock: 5, defaultLeadTimeDays: 366 }],
    ['defaultCoverDays', { defaultSafetyStock: 5, defaultLeadTimeDays: 14, defaultCoverDays: 0 }],
    ['defaultCoverDays', { defaultSafetyStock: 5, defaultLeadTimeDays: 14, defaultCoverDays: 999 }],
    ['serviceLevel', { defaultSafetyStock: 5, defaultLeadTimeDays: 14, serviceLevel: 1 }],
  ])('names the field %s when its value is invalid', async (field, json) => {
    await expectRefusal(merchant.request('/api/settings', put(json)), 400, { code: 'invalid_input', field })
  })
})
