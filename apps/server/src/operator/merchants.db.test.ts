import { existsSync, readFileSync, rmSync } from 'node:fs'
import { withTestDatabase } from '@stockcast/testkit'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDomains, type Domains } from '../domains.ts'
import { createApp } from '../kernel/http/app.ts'
import { createTestKernel, type TestKernel, testBrowser } from '../testing/index.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { eraseMerchant, saveExport, showMerchant } from './merchants.ts'

const password = 'a good one'
const secret = 'a-secret-of-the-tests-32-characters'

const database = withTestDatabase()
let kernel: TestKernel
let domains: Domains
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
  kernel = await createTestKernel({ database, realJobs: true, now: new Date().toISOString() })
  domains = await createDomains(kernel)
  await kernel.jobs.prepare(domains.tasks.map(({ definition }) => definition))
})

afterAll(async () => {
  await domains?.close()
  await kernel?.close()
  await folder?.remove()
})

const app = () => createApp(kernel, domains.authenticate, domains.mounts)
const signIn = async (email: string) =>
  (await testBrowser(app()).post('/api/auth/sign-in/email', { email, password })).status

async function signUp(email: string): Promise<number> {
  const made = await testBrowser(app()).post('/api/auth/sign-up/email', { email, password, name: 'x' })
  expect(made.status).toBe(200)
  return (await showMerchant(database.appUrl, email)).merchantId
}

const env = () => ({
  DATABASE_URL: database.appUrl,
  STOCKCAST_SECRET: secret,
  SANDBOX_URL: 'http://127.0.0.1:9',
  DATA_DIR: folder.path,
})

describe('a merchant', () => {
  it('is shown by number and by address, with figures', async () => {
    const merchantId = await signUp('shown@example.com')
    const shown = await showMerchant(database.appUrl, `${merchantId}`)
    expect(shown).toMatchObject({ merchantId, email: 'shown@example.com', variants: 0, activeAlerts: 0 })
    expect(await showMerchant(database.appUrl, 'Shown@Example.com')).toEqual(shown)
    await expect(showMerchant(database.appUrl, 'nobody@example.com')).rejects.toThrow(
      /^There is no merchant "nobody@example.com"/,
    )
  })

  it('is exported as the files of the account page', async () => {
    const merchantId = await signUp('exported@example.com')
    const file = `${folder.path}/export.zip`
    await saveExport({ databaseUrl: database.appUrl, name: `${merchantId}`, file })
    const files = unzipSync(readFileSync(file))
    expect(strFromU8(files['account.csv']!)).toContain('exported@example.com')
    expect(Object.keys(files).length).toBeGreaterThan(20)
    expect(existsSync(`${file}.unfinished`)).toBe(false)
    rmSync(file)
  })

  it('is erased only with the address of the account, and nobody can sign in afterwards', async () => {
    const [gone, kept] = [await signUp('gone@example.com'), await signUp('kept@example.com')]
    await expect(eraseMerchant({ env: env(), name: `${gone}`, address: 'kept@example.com' })).rejects.toThrow(
      /has another address: nothing was deleted/,
    )
    expect(await signIn('gone@example.com')).toBe(200)
    await eraseMerchant({ env: env(), name: `${gone}`, address: 'Gone@example.com' })
    expect(await signIn('gone@example.com')).toBe(401)
    expect(await signIn('kept@example.com')).toBe(200)
    expect((await showMerchant(database.appUrl, `${kept}`)).email).toBe('kept@example.com')
    const sweeps = await kernel.db.pool.query(`select from jobs.job where name = 'sweep-erased-account'`)
    expect(sweeps.rowCount).toBe(2)
  })
})
