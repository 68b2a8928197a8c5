import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { DAY_MS, importSchema, type Use } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { applyImportTask } from '../../store/imports/apply/apply-import.task.ts'
import type { checkImportTask } from '../../store/imports/check-import.task.ts'
import { withAccountApp } from '../../testing/account-app.ts'
import { newForEachTest, type TestMerchant, withTestApp } from '../../testing/index.ts'
import { newDemoUserEmail } from '../demo-user-email.ts'
import { merchantKey } from '../limits/take-use.ts'
import { ruleOfUse } from '../limits/use-rules.ts'
import { accountKind } from './account-kind.ts'
import { getQuota, keptImports, OPEN_ORDERS_OF_A_PRODUCT } from './quotas.ts'

const app = withTestApp()

const demoUser = () => app.signUp(newDemoUserEmail())
const demoUserQuota = getQuota('demo').import

async function run(
  name: (typeof checkImportTask | typeof applyImportTask)['name'],
  { merchantId }: TestMerchant,
  importId: number,
): Promise<void> {
  await app.runTask(name, { merchantId, importId })
}

const post = (merchant: TestMerchant, kind: 'products' | 'sales', body: string | Uint8Array<ArrayBuffer>) =>
  merchant.request(`/api/imports?kind=${kind}&fileName=file.csv`, { method: 'POST', body })

async function show(merchant: TestMerchant, id: number) {
  return importSchema.parse(await merchant.ask(`/api/imports/${id}`))
}

async function checked(
  merchant: TestMerchant,
  kind: 'products' | 'sales',
  body: string | Uint8Array<ArrayBuffer>,
) {
  const uploaded = importSchema.parse(await (await post(merchant, kind, body)).json())
  await run('check-import', merchant, uploaded.id)
  return show(merchant, uploaded.id)
}

async function applied(merchant: TestMerchant, kind: 'products' | 'sales', body: string) {
  const { id } = await checked(merchant, kind, body)
  expect((await merchant.request(`/api/imports/${id}/apply`, { method: 'POST' })).status).toBe(200)
  await run('apply-import', merchant, id)
  return show(merchant, id)
}

async function refusal(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  expect([answer.status, error.code]).toEqual([429, 'limit_exceeded'])
  return error.message
}

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('')
const productFile = (count: number, first = 0) =>
  `product,sku,stock\n${lines(count, (n) => `Product ${first + n},S${first + n},1\n`)}`
const toDay = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)
const salesFile = (rows: number, first = 0) =>
  `sku,day,units\n${lines(rows, (n) => `S${(first + n) % 400},${toDay(Math.floor((first + n) / 400))},1\n`)}`

async function countRows() {
  return app.kernel.db.withTenant(merchant.merchantId, async (tx) => {
    const count = async (table: 'variants' | 'order_lines') => {
      const row = await tx
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('merchant_id', '=', merchant.merchantId)
        .executeTakeFirstOrThrow()
      return row.count
    }
    return { products: await count('variants'), sales: await count('order_lines') }
  })
}

const merchant = newForEachTest(demoUser)

describe('a demo user', () => {
  it('can upload no file above the limit, announced or not', async () => {
    const large = 'x'.repeat(demoUserQuota.fileBytes + 1)
    expect(await refusal(await post(merchant, 'sales', large))).toContain('larger than 5 MB')
    const path = '/api/imports?kind=sales'
    const init = { method: 'POST', body: new Blob([large]).stream(), duplex: 'half' } as RequestInit
    expect(await refusal(await merchant.request(path, init))).toContain('larger than 5 MB')
  })

  it('can unpack no more than the limit, however small the file is', async () => {
    const row = `A,2026-10-01,1${' '.repeat(500_000)}\n`
    const text = `sku,day,units\n${row.repeat(Math.ceil(demoUserQuota.textBytes / row.length) + 1)}`
    const bomb = gzipSync(text) as Uint8Array<ArrayBuffer>
    expect(bomb.length).toBeLessThan(100_000)
    const failed = await checked(merchant, 'sales', bomb)
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('larger than 25 MB') })
    const blanks = gzipSync(`sku,day,units\n${'\n'.repeat(1_000_000)}`) as Uint8Array<ArrayBuffer>
    const faulty = await checked(merchant, 'sales', blanks)
    expect(faulty.faults).toEqual([
      { line: expect.any(Number), column: null, reason: expect.stringContaining('20,000 rows') },
    ])
  })

  it('can store no more rows and products than the limit, in one file', async () => {
    const products = await checked(merchant, 'products', productFile(demoUserQuota.products + 1))
    expect(products.faults).toEqual([
      {
        line: demoUserQuota.products + 2,
        column: null,
        reason: expect.stringContaining('500 different SKUs'),
      },
    ])
    const sales = await checked(merchant, 'sales', salesFile(demoUserQuota.sales + 1))
    expect(sales.faults).toEqual([
      { line: demoUserQuota.sales + 2, column: null, reason: expect.stringContaining('20,000 rows') },
    ])
    expect(await countRows()).toEqual({ products: 0, sales: 0 })
  })

  it('can store no more than the limit over many files', async () => {
    expect((await applied(merchant, 'products', productFile(400))).status).toBe('applied')
    const more = await checked(merchant, 'products', productFile(101, 400))
    expect(more).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('more than 500 products'),
    })
    expect((await applied(merchant, 'sales', salesFile(15_000))).status).toBe('applied')
    const later = await applied(merchant, 'sales', salesFile(5_001, 15_000))
    expect(later).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('more than 20,000 sales'),
    })
    expect(await countRows()).toEqual({ products: 400, sales: 15_000 })
    expect((await applied(merchant, 'sales', salesFile(15_000))).status).toBe('applied')
    expect(await countRows()).toEqual({ products: 400, sales: 15_000 })
  })

  it('can store no more than the limit over many calls, and deleted data no longer counts', async () => {
    const put = (path: string, json: object) => merchant.request(path, { method: 'PUT', json })
    const items = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ sku: `S${first + n}`, stock: 1 }))
    expect((await put('/api/inventory', { items: items(0, 500) })).status).toBe(200)
    expect(await refusal(await put('/api/inventory', { items: items(500, 1) }))).toContain('500 products')
    const rows = (first: number, count: number, units: number) =>
      Array.from({ length: count }, (_, n) => ({ sku: 'S0', day: toDay(first + n), units }))
    const sell = (first: number, count: number, units: number) =>
      put('/api/sales', { rows: rows(first, count, units) })
    expect((await sell(0, 10, 1)).status).toBe(200)
    await merchant.rows(sql`update merchants set imported_sales = ${demoUserQuota.sales}
      where id = ${merchant.merchantId}`)
    expect((await sell(0, 10, 2)).status).toBe(200)
    expect(await refusal(await sell(10, 1, 1))).toContain('20,000 sales')
    expect((await sell(0, 3, 0)).status).toBe(200)
    expect((await sell(10, 3, 1)).status).toBe(200)
    expect(await refusal(await sell(20, 1, 1))).toContain('20,000 sales')
    expect((await countRows()).sales).toBe(10)
  })

  it('can store only a few locations', async () => {
    const items = Array.from({ length: 21 }, (_, n) => ({ sku: 'S', stock: 1, location: `Place ${n}` }))
    const refused = await merchant.request('/api/inventory', { method: 'PUT', json: { items } })
    expect(await refusal(refused)).toContain('20 locations')
  })
})

describe('repeated use by a merchant', () => {
  const refusalAtLimit = async (
    merchant: TestMerchant,
    { use, call }: { use: Use; call: () => Promise<Response> },
  ) => {
    const now = app.kernel.clock.now()
    const counted = { key: merchantKey(merchant.merchantId, use), times: [now], uses: 5000, forget_at: now }
    await app.kernel.db.directory.insertInto('limit_counts').values(counted).execute()
    return refusal(await call())
  }

  it('is limited: uploads, import calls, orders, snoozes, connections and payment pages', async () => {
    const merchant = await app.openShop([{}])
    const { variantId } = merchant
    const orders = `/api/variants/${variantId}/orders`
    const items = [{ sku: 'A', stock: 1 }]
    const rows = [{ sku: 'A', day: '2026-10-01', units: 1 }]
    const origin = { shop: 'some-store', redirectOrigin: 'http://localhost:3000' }
    const calls: Record<string, [use: Use, call: () => Promise<Response>]> = {
      upload: ['upload', () => post(merchant, 'products', productFile(1))],
      order: ['order', () => merchant.request(orders, { json: { units: 1, expectedOn: '2026-12-01' } })],
      snooze: [
        'snooze',
        () =>
          merchant.request(`/api/variants/${variantId}/snooze`, { method: 'PUT', json: { kind: 'muted' } }),
      ],
      connection: ['connection', () => merchant.request('/functions/shopify-oauth-init', { json: origin })],
      checkout: ['checkout', () => merchant.request('/functions/stripe-create-setup-session', { json: {} })],
      inventory: [
        'import_call',
        () => merchant.request('/api/inventory', { method: 'PUT', json: { items } }),
      ],
    }
    for (const [use, call] of Object.values(calls)) {
      expect(await refusalAtLimit(merchant, { use, call })).toMatch(/^You can .+ Try again in /)
    }
    expect(await refusal(await merchant.request('/api/sales', { method: 'PUT', json: { rows } }))).toMatch(
      /import calls/,
    )
  })

  it('of orders is refused when the product has many open ones', async () => {
    const merchant = await app.openShop([{}])
    const { variantId } = merchant
    const order = () =>
      merchant.request(`/api/variants/${variantId}/orders`, { json: { units: 1, expectedOn: '2026-12-01' } })
    for (let n = 0; n < OPEN_ORDERS_OF_A_PRODUCT; n++) expect((await order()).status).toBe(200)
    expect(await refusal(await order())).toContain('Remove one of them first')
  })

  it('of imports is recorded up to the limit, and only a few imports wait to be written', async () => {
    const merchant = await app.signUp()
    await app.kernel.db.withTenant(merchant.merchantId, (tx) =>
      tx
        .insertInto('imports')
        .values(
          Array.from({ length: keptImports.onRecord + 5 }, (_, n) => ({
            merchant_id: merchant.merchantId,
            kind: 'sales' as const,
            status: n < keptImports.waiting ? ('applying' as const) : ('applied' as const),
            file_name: '',
            stored_as: `${n}`,
            bytes: 1,
            report: '{}',
            created_at: app.kernel.clock.now(),
          })),
        )
        .execute(),
    )
    const { id } = await checked(merchant, 'products', productFile(1))
    const stored = await merchant.rows(sql<{ status: string }>`
      select status from imports where merchant_id = ${merchant.merchantId}`)
    expect(stored.filter(({ status }) => status === 'applied').length).toBeLessThan(keptImports.onRecord)
    const refused = await merchant.request(`/api/imports/${id}/apply`, { method: 'POST' })
    expect(await refusal(refused)).toContain('are being imported already')
  })
})

const live = withAccountApp({ SMTP_URL: 'smtp://mail.example:587' })

const sandbox = withTestApp()

const getFile = (bytes: number) => 'x'.repeat(bytes)

describe('an account whose address nobody has confirmed', () => {
  it('has the quotas and limits of a demo, and those of a merchant once it is confirmed', async () => {
    const { test, signUp, getMerchant, call } = live
    const { token, email } = await signUp()
    const merchantId = getMerchant(token)
    const upload = () =>
      test.signInApp.request('/api/imports?kind=sales', {
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
