import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, importSchema } from '@stockcast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseUrl } from '../../../../../tools/postgres/address.ts'
import { APP, createRolesAndDatabase, OWNER } from '../../../../../tools/postgres/roles.ts'
import { type PostgresServer, startPostgres } from '../../../../../tools/postgres/server.ts'
import { throwawaySettings } from '../../../../../tools/postgres/settings.ts'
import { createTestApp, type TestApp, type TestMerchant } from '../../testing/index.ts'
import { migrate } from '../database/migrate.ts'

const MEGABYTE = 1024 ** 2
const RESERVE_MB = 100
const DISK_MB = 600
const ROWS = 100_000

const disk = mkdtempSync(join(tmpdir(), 'stockcast-test-'))
const canMount = mountSmallDisk()

/**
 * Mounts a small disk, which only root may do. Otherwise the test measures the folder and pretends that the
 * disk has that size.
 */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function freeBytes(): number {
  if (!canMount) return DISK_MB * MEGABYTE - usedBytes()
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

function usedBytes(): number {
  const files = readdirSync(disk, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  // PostgreSQL removes some files meanwhile.
  const sizes = files.map(
    (file) => statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

let server: PostgresServer | undefined
let app: TestApp | undefined

beforeAll(async () => {
  // When root starts PostgreSQL, it runs as another user, who must be able to enter the folder.
  chmodSync(disk, 0o711)
  server = await startPostgres({
    dataDir: join(disk, 'postgres'),
    logFile: join(disk, 'postgres.log'),
    settings: { ...throwawaySettings, max_wal_size: '64MB', shared_buffers: '32MB' },
  })
  await createRolesAndDatabase(server.address, 'stockcast')
  await migrate(databaseUrl(server.address, OWNER, 'stockcast'))
  mkdirSync(join(disk, 'data'))
  app = await createTestApp({
    database: { appUrl: databaseUrl(server.address, APP, 'stockcast') },
    env: { DATA_DIR: join(disk, 'data'), DISK_RESERVE_MB: `${RESERVE_MB}` },
    getFreeBytes: async () => freeBytes(),
  })
})

afterAll(async () => {
  await app?.close()
  await server?.stop()
  if (canMount) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

async function run(test: TestApp, { merchantId }: TestMerchant, job: { name: string; importId: number }) {
  await test.runTask(job.name, { merchantId, importId: job.importId })
}

const salesFile = () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)
  const row = (n: number) => `PRODUCT-${n % 400},${day(Math.floor(n / 400))},1\n`
  return `sku,day,units\n${Array.from({ length: ROWS }, (_, n) => row(n)).join('')}`
}

it('a disk that is nearly full stops an import before PostgreSQL runs out of space, serves requests, and imports again once there is space', async () => {
  const test = app!
  const merchant = await test.signUp()
  const file = salesFile()
  const upload = async () => {
    const answer = await merchant.request('/api/imports?kind=sales', { method: 'POST', body: file })
    return importSchema.parse(await answer.json())
  }
  const show = async (id: number) => importSchema.parse(await merchant.ask(`/api/imports/${id}`))

  const first = await upload()
  await run(test, merchant, { name: 'check-import', importId: first.id })
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(freeBytes() - RESERVE_MB * MEGABYTE - 4 * file.length))
  expect((await merchant.request(`/api/imports/${first.id}/apply`, { method: 'POST' })).status).toBe(200)
  await run(test, merchant, { name: 'apply-import', importId: first.id })
  expect(await show(first.id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('storage is nearly full'),
  })
  expect(freeBytes()).toBeGreaterThan(0.5 * RESERVE_MB * MEGABYTE)
  writeFileSync(join(disk, 'more'), Buffer.alloc(Math.max(0, freeBytes() - RESERVE_MB * MEGABYTE + MEGABYTE)))
  const refused = await merchant.request('/api/imports?kind=sales', { method: 'POST', body: file })
  expect(refused.status).toBe(503)
  expect((await merchant.request('/api/products')).status).toBe(200)
  expect((await test.request('/readyz')).status).toBe(200)
  const saved = await merchant.request('/api/settings', {
    method: 'PUT',
    json: { defaultSafetyStock: 9, defaultLeadTimeDays: 9 },
  })
  expect(saved.status).toBe(200)

  truncateSync(ballast, 0)
  truncateSync(join(disk, 'more'), 0)
  const before = freeBytes()
  const again = await upload()
  await run(test, merchant, { name: 'check-import', importId: again.id })
  expect((await merchant.request(`/api/imports/${again.id}/apply`, { method: 'POST' })).status).toBe(200)
  await run(test, merchant, { name: 'apply-import', importId: again.id })
  expect(await show(again.id)).toMatchObject({ status: 'applied', totals: { rows: ROWS } })
  // The import reserves more space than it uses.
  expect((before - freeBytes()) / ROWS).toBeLessThan(700)
})
