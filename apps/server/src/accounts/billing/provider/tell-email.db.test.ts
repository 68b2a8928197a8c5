import { unavailable } from '@stockcast/testkit/billing'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'

const app = withBillingApp()

const runFollowEmail = ({ merchantId }: TestMerchant) => {
  const task = app.domains.tasks.find(({ definition }) => definition.name === 'follow-email')!
  return task.run({ merchantId }, new AbortController().signal)
}

/** Changes the merchant's address as a confirmed link does. */
async function changeEmail({ merchantId, rows }: TestMerchant, email: string): Promise<void> {
  await rows(sql`update merchants set email = ${email} where id = ${merchantId}`)
}

/** Returns the provider's customers with this address. */
async function getCustomers(email: string): Promise<string[]> {
  const request = new Request(`http://stripe/v1/customers?email=${encodeURIComponent(email)}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await (await app.provider.fake.fetch(request)).json()) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

it('A-05 a new address is written to the customer at the provider, however often the task runs', async () => {
  const merchant = await app.signUp()
  await app.startTrial(merchant)
  const before = await getCustomers(merchant.email)
  expect(before).toHaveLength(1)
  const email = `new-${merchant.email}`
  await changeEmail(merchant, email)
  await runFollowEmail(merchant)
  await runFollowEmail(merchant)
  expect([await getCustomers(email), await getCustomers(merchant.email)]).toEqual([before, []])
})

it('A-05 a new address of a merchant without a customer creates none at the provider', async () => {
  const merchant = await app.signUp()
  const email = `new-${merchant.email}`
  await changeEmail(merchant, email)
  await runFollowEmail(merchant)
  expect(await getCustomers(email)).toEqual([])
})

it('A-05 a new address is written later when the provider does not answer', async () => {
  const merchant = await app.signUp()
  await app.startTrial(merchant)
  const email = `new-${merchant.email}`
  await changeEmail(merchant, email)
  app.provider.intercept = () => unavailable()
  await expect(runFollowEmail(merchant)).rejects.toMatchObject({ retryable: true })
  app.provider.intercept = () => null
  await runFollowEmail(merchant)
  expect(await getCustomers(email)).toHaveLength(1)
})
