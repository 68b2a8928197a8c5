import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { fillTables, getContent, readTenantTables, type TenantTable } from '../../testing/tenant-tables.ts'
import { redactShop } from './empty-shop.ts'
import { keptAfterRedaction } from './shop-tables.ts'

let tables: TenantTable[]

const app = withTestApp()

beforeAll(async () => {
  tables = await readTenantTables(app.kernel.db.directory)
})

const DOMAIN = 'redacted-hats.myshopify.com'

async function filledShop(): Promise<number> {
  const { merchantId } = await app.signUp()
  await insertConnection(app.kernel, { merchantId, shopDomain: DOMAIN })
  await app.kernel.db.withTenant(merchantId, async (tx) => {
    await sql`update merchants set shop_name = 'Redacted Hats', time_zone = 'Asia/Tokyo', currency = 'JPY',
      country_code = 'JP' where id = ${merchantId}`.execute(tx)
    await fillTables(tx, tables, { merchantId, marker: 'of-the-shop', firstId: merchantId * 1000 })
  })
  return merchantId
}

const redact = (merchantId: number) =>
  app.kernel.db.withTenant(merchantId, (tx) =>
    redactShop(app.kernel, tx, { merchantId, requestedAt: app.kernel.clock.now() }),
  )

describe('redactShop', () => {
  it('X-02 leaves no row of the shop in any table except those that are listed with a reason', async () => {
    const merchantId = await filledShop()
    const content = () => app.kernel.db.withTenant(merchantId, (tx) => getContent(tx, tables))
    const filled = (all: Record<string, string>) => Object.keys(all).filter((name) => all[name] !== '')
    expect(filled(await content()).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
    expect(await redact(merchantId)).toBe(true)
    expect(filled(await content()).toSorted()).toEqual(Object.keys(keptAfterRedaction).toSorted())
  })

  it('X-02 leaves nothing in the remaining rows that identifies the shop', async () => {
    const merchantId = await filledShop()
    await redact(merchantId)
    const left = await app.kernel.db.withTenant(merchantId, (tx) => getContent(tx, tables))
    expect(Object.values(left).join('\n')).not.toMatch(/redacted-hats|Redacted Hats|Tokyo|JPY|JP\b/)
    const directory = await sql<{ line: string }>`
      select d::text as line from merchant_directory d where merchant_id = ${merchantId}
    `.execute(app.kernel.db.directory)
    expect(directory.rows[0]?.line).not.toContain('redacted-hats')
  })

  it('keeps the data of a shop that was connected again after the request', async () => {
    const { merchantId } = await app.signUp()
    const connectedAt = new Date(app.kernel.clock.now().getTime() + 1000)
    await insertConnection(app.kernel, { merchantId, shopDomain: 'again.myshopify.com', connectedAt })
    expect(await redact(merchantId)).toBe(false)
  })
})
