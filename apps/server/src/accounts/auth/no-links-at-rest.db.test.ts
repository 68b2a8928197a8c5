import pg from 'pg'
import { expect, it } from 'vitest'
import { testBrowser, withTestApp } from '../../testing/index.ts'
import { queuedMailsTo } from '../../testing/queued-mails.ts'

const test = withTestApp({ realJobs: true, env: { SMTP_URL: 'smtp://mail.example:587' } })

/** Returns all rows of each table as text, of all merchants and of the queue. */
async function dump(): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: test.database.ownerUrl })
  await client.connect()
  try {
    const tables = await client.query<{ name: string; is_tenant: boolean }>(`
      select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as is_tenant
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') order by 1`)
    const merchants = await client.query<{ id: number }>('select merchant_id as id from merchant_directory')
    const found = new Map<string, string>()
    for (const { name, is_tenant } of tables.rows) {
      const texts: string[] = []
      for (const { id } of is_tenant ? merchants.rows : [{ id: 0 }]) {
        await client.query('begin')
        await client.query('select set_tenant($1)', [id])
        const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
        await client.query('commit')
        texts.push(...rows.rows.map(({ row }) => row))
      }
      found.set(name, texts.join('\n'))
    }
    return found
  } finally {
    await client.end()
  }
}

it('A-10 A-06 the database holds no link or token in any column of any table', async () => {
  const browser = testBrowser(test.signInApp)
  const email = 'dumped@example.com'
  await browser.post('/api/auth/sign-up/email', { email, password: 'a good one', name: 'x' })
  await browser.post('/api/auth/request-password-reset', { email, redirectTo: '/auth/reset' })
  const links = (await queuedMailsTo(test.kernel, email)).map(({ text }) => /https?:\/\/\S+/.exec(text)![0])
  const tokens = links.map((link) => new URL(link).searchParams.get('token') ?? '')
  expect(tokens.filter((token) => token.length > 20)).toHaveLength(2)

  const tables = await dump()
  expect(tables.get('public.deliveries')).toContain('Choose a new password')
  expect([...tables.keys()].filter((name) => name.startsWith('jobs.')).length).toBeGreaterThan(1)
  expect([...tables.values()].join()).toContain('deliver-email')
  for (const [name, text] of tables) {
    const held = [...links, ...tokens].filter((secret) => text.includes(secret))
    expect([name, held]).toEqual([name, []])
  }
})
