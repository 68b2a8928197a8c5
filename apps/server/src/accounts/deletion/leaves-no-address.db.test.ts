import { HOUR_MS } from '@stockcast/contract'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { refreshProjectionsTask } from '../../store/changes/queue-refresh.ts'
import { tablesWith } from '../../testing/database-rows.ts'
import { testBrowser, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'

const password = 'a good one'
const person = {
  email: 'ophelia.quartermain@leaves.example',
  name: 'Ophelia Quartermain',
  alertEmail: 'stockroom@leaves.example',
  phone: '+14155550199',
  slackUrl: 'https://hooks.slack.com/services/T0LEAVES/B0/gone',
  shopDomain: 'quartermain-hats.myshopify.com',
  shopName: 'Quartermain Hats',
  consentIp: '203.0.113.77',
}

const test = withTestApp({ realJobs: true })

async function fillAccount(merchantId: number): Promise<void> {
  const { alertEmail, phone, slackUrl, shopDomain, shopName, consentIp } = person
  await insertConnection(test.kernel, { merchantId, shopDomain })
  await test.kernel.db.withTenant(merchantId, async (tx) => {
    await sql`update merchants set shop_name = ${shopName} where id = ${merchantId}`.execute(tx)
    const targets = { slack: slackUrl, email: alertEmail, sms: phone }
    for (const [channel, target] of Object.entries(targets))
      await sql`insert into notification_channels (merchant_id, channel, target, types, urgency, timing, at_time, weekday)
        values (${merchantId}, ${channel}, ${target}, '{}', 'all', 'at_once', '08:00', 1)`.execute(tx)
    await sql`insert into sms_consents (merchant_id, phone, consent_text, ip, given_at)
      values (${merchantId}, ${phone}, 'yes', ${consentIp}, now())`.execute(tx)
    await sql`insert into scorecards
        (merchant_id, computed_at, origin, lead_times_digest, products, result, inputs)
      values (${merchantId}, now(), '2026-11-01', '', '{}', '{}', ${Buffer.from(shopName)})`.execute(tx)
  })
}

/** Leaves one job that waits, and one that was given up and is in the queue of failed jobs. */
async function leaveJobs(merchantId: number): Promise<void> {
  for (const variantId of [1, 2])
    await test.kernel.jobs.send(refreshProjectionsTask, { merchantId, variantIds: [variantId] })
  await test.kernel.db.pool.query(
    `update jobs.job set name = 'refresh-projections-dead' where data -> 'variantIds' = '[2]'`,
  )
}

it('G-07 a deleted account leaves no address, name, number or shop in any column of any schema', async () => {
  const browser = testBrowser(test.signInApp)
  const { email, name } = person
  expect((await browser.post('/api/auth/sign-up/email', { email, password, name })).status).toBe(200)
  await browser.post('/api/auth/request-password-reset', { email, redirectTo: '/auth/reset' })
  const token = await browser.getToken()
  const { mid, sub } = decodeJwt(token)
  const merchantId = mid as number
  await fillAccount(merchantId)
  await leaveJobs(merchantId)
  const session = await test.kernel.db.pool.query<{ ip_address: string }>(
    'select ip_address from auth_sessions where user_id = $1',
    [sub],
  )
  const networkAddress = session.rows[0]!.ip_address
  const texts = [...Object.values(person), networkAddress, email.split('@')[0]!, 'quartermain']
  const held = (await tablesWith(test.database.ownerUrl, texts)).map((each) => each.split(': ')[1]!)
  // Proves that the search finds each text before the deletion, so that finding none afterwards means
  // something.
  expect([...new Set(held)].toSorted()).toEqual([...new Set(texts)].toSorted())

  const answer = await browser.post('/api/auth/delete-user', { password, confirmation: email })
  expect(answer.status).toBe(200)
  await test.runTask('sweep-erased-account', { merchantId, userId: sub })
  expect(await tablesWith(test.database.ownerUrl, texts)).toEqual([])

  test.kernel.clock.advance(HOUR_MS)
  await test.runTask('sweep-erased-account', { merchantId, userId: sub })
  const jobs = await test.kernel.db.pool.query(`select name from jobs.job where data ->> 'merchantId' = $1`, [
    String(merchantId),
  ])
  expect(jobs.rows).toEqual([])
})
