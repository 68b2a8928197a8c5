import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { queryDatabase } from '@stockcast/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../accounts/demo/seed-demo.ts'
import { type TestMerchant, withTestApp } from '../../testing/index.ts'
import { migrate } from './migrate.ts'

const ADDS = '9001_add_to_every_table.sql'
const NARROWS = '9002_complete_what_was_added.sql'
const folder = mkdtempSync(path.join(tmpdir(), 'stockcast-later-'))
let merchant: TestMerchant

/** Migrates as a later version of the program does, which has further files. */
const migrateLater = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return migrate(app.database.ownerUrl, { folder: pathToFileURL(`${folder}/`) })
}

async function tables(): Promise<string[]> {
  const rows = await queryDatabase<{ name: string }>(
    app.database.ownerUrl,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const app = withTestApp()

beforeAll(async () => {
  app.closeLater(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(new URL('./migrations/', import.meta.url), folder, { recursive: true })
  merchant = await app.signUp()
  await seedDemo(app.kernel, merchant.merchantId)
})

const readiness = async () => {
  const answer = await app.request('/readyz')
  return [answer.status, ((await answer.json()) as { checks: { migrations: string } }).checks.migrations]
}

const screens = [
  '/api/session',
  '/api/dashboard',
  '/api/products',
  '/api/alerts?status=active',
  '/api/snoozes',
  '/api/trends',
  '/api/trends/products',
  '/api/settings',
  '/api/settings/variants',
  '/api/notifications',
  '/api/deliveries',
  '/api/billing',
  '/api/account/activity',
  '/api/sync',
  '/api/products/export.csv',
  '/api/account/export',
]

describe('this program, beside a later version that has migrated the database,', () => {
  it('is ready and does its work while every table has columns that it does not know', async () => {
    const additions = (await tables()).map(
      (table) =>
        `alter table ${table} add column later_text text, add column later_count integer not null default 0;`,
    )
    expect(additions.length).toBeGreaterThan(50)
    expect(await migrateLater(ADDS, additions.join('\n'))).toEqual({ applied: [ADDS] })
    expect(await readiness()).toEqual([200, 'ok'])

    for (const screen of screens) {
      const answer = await merchant.request(screen)
      expect(answer.status, screen).toBe(200)
      await answer.arrayBuffer()
    }
    const other = await app.signUp()
    await seedDemo(app.kernel, other.merchantId)
    const items = [{ sku: 'later', product: 'Later', stock: 5 }]
    const files = await app.signUp()
    const saved = await files.request('/api/inventory', { method: 'PUT', json: { items } })
    expect(saved.status, await saved.clone().text()).toBe(200)
  }, 120_000)

  it('applies no migration to a database that a later version has migrated', async () => {
    expect(await migrate(app.database.ownerUrl)).toEqual({ applied: [] })
  })

  it('is no longer ready, and does not migrate, once a migration that it does not know has been completed', async () => {
    await migrateLater(NARROWS, `-- Narrows ${ADDS}.\nalter table variants drop column later_text;`)
    expect(await readiness()).toEqual([503, `newer than this program: ${NARROWS}`])
    await expect(migrate(app.database.ownerUrl)).rejects.toThrow(
      `The database is newer than this program: it has ${NARROWS}.`,
    )
  })
})
