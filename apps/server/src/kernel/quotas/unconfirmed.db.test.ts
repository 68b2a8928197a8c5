import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withAccountApp } from '../../testing/account-app.ts'
import { withTestApp } from '../../testing/index.ts'
import { newDemoUserEmail } from '../demo-user-email.ts'
import { createApp } from '../http/app.ts'
import { merchantKey } from '../limits/take-use.ts'
import { ruleOfUse } from '../limits/use-rules.ts'
import { accountKind } from './account-kind.ts'
import { getQuota } from './quotas.ts'

const live = withAccountApp({ SMTP_URL: 'smtp://mail.example:587' })

const sandbox = withTestApp()

const getFile = (bytes: number) => 'x'.repeat(bytes)

describe('an account whose address nobody has confirmed', () => {
  it('has the quotas and limits of a demo, and those of a merchant once it is confirmed', async () => {
    const { test, signUp, getMerchant, call } = live
    const app = createApp(test.kernel, test.domains.authenticate, test.domains.mounts)
    const { token, email } = await signUp()
    const merchantId = getMerchant(token)
    const upload = () =>
      app.request('/api/imports?kind=sales', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: getFile(getQuota('demo').import.fileBytes + 1),
      })
    const change = async () => {
      const uses = ruleOfUse('demo', 'change').most
      await test.kernel.db.directory
        .updateTable('limit_counts')
        .set({ uses })
        .where('key', '=', merchantKey(merchantId, 'change'))
        .execute()
      return (await call(token, '/api/alerts/999/resolve', { method: 'POST' })).status
    }
    expect(await accountKind(test.kernel, test.kernel.db.directory, merchantId)).toBe('demo')
    const refused = await upload()
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('larger than 5 MB')])
    expect(await change()).toBe(429)
    await live.sql('update auth_users set email_verified = true where email = $1', [email])
    expect(await accountKind(test.kernel, test.kernel.db.directory, merchantId)).toBe('merchant')
    expect((await upload()).status).toBe(200)
    expect(await change()).toBe(404)
  })

  it('counts as a merchant in the sandbox, where no mail could confirm it, and a demo user as a demo', async () => {
    const { kernel } = sandbox
    const userId = randomUUID()
    const { merchantId } = await sandbox.signUp()
    await sql`insert into auth_users (id, name, email, email_verified) values (${userId}, 'A', 'a@example.com', false)`.execute(
      kernel.db.directory,
    )
    await sql`update merchant_directory set user_id = ${userId} where merchant_id = ${merchantId}`.execute(
      kernel.db.directory,
    )
    expect(await accountKind(kernel, kernel.db.directory, merchantId)).toBe('merchant')
    const demo = await sandbox.signUp(newDemoUserEmail())
    expect(await accountKind(kernel, kernel.db.directory, demo.merchantId)).toBe('demo')
  })
})
