import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withTestDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../../tools/admin/commands.ts'
import { runCommand } from '../../../../tools/admin/run-command.ts'
import { neutralEnvironment } from '../../../../tools/launch/neutral-environment.ts'
import { freePort } from '../../../../tools/postgres/local-address.ts'
import { createDomains } from '../domains.ts'
import { createApp } from '../kernel/http/app.ts'
import { createTestKernel, testBrowser } from '../testing/index.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const document = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
const email = 'owner@example.com'
const secret = 'a-secret-of-the-tests-32-characters'

/** Commands that need another installation than the one below, with the tests that run them. */
const runElsewhere: Readonly<Record<string, string>> = {
  'npm start': 'tools/launch/launch.db.test.ts',
  'npm run -s admin -- distribute': 'apps/server/src/test/cluster.db.test.ts',
}

const written = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)
const here = written.filter((line) => !(line in runElsewhere))

const database = withTestDatabase()
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let ports: string[]

beforeAll(async () => {
  folder = await temporaryFolder()
  ports = (await Promise.all([freePort(), freePort(), freePort()])).map(String)
  writeFileSync(path.join(folder.path, 'passphrase.txt'), 'a long passphrase of the tests\n')
  const kernel = await createTestKernel({ database, realJobs: true, now: new Date().toISOString() })
  const domains = await createDomains(kernel)
  await kernel.jobs.prepare(domains.tasks.map(({ definition }) => definition))
  const browser = testBrowser(createApp(kernel, domains.authenticate, domains.mounts))
  const body = { email, password: 'a good one', name: 'Owner' }
  expect((await browser.post('/api/auth/sign-up/email', body)).status).toBe(200)
  await domains.close()
  await kernel.close()
})

afterAll(async () => {
  await folder?.remove()
})

function run(line: string) {
  const files = /\b(stockcast\.backup|passphrase\.txt|owner\.zip)\b/
  const args = line
    .replace('npm run -s admin -- ', '')
    .split(' ')
    .map((word) => (files.test(word) ? path.join(folder.path, word) : word))
  const env = {
    ...neutralEnvironment(process.env),
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    STOCKCAST_SECRET: secret,
    DATA_DIR: path.join(folder.path, 'data'),
    DISK_RESERVE_MB: '1',
    PORT: ports[0],
    SANDBOX_PORT: ports[1],
    SANDBOX_SMTP_PORT: ports[2],
  }
  return runCommand(commands, args, { root, env })
}

describe('docs/operations.md', () => {
  it('contains only commands that a test runs', () => {
    expect(here.length).toBeGreaterThan(8)
    expect(here.filter((line) => !line.startsWith('npm run -s admin -- '))).toEqual([])
    expect(Object.keys(runElsewhere).filter((line) => !written.includes(line))).toEqual([])
    expect(Object.values(runElsewhere).filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it.each(here)(
    '%s',
    async (line) => {
      expect(await run(line)).toMatchObject({ problem: '', exitCode: 0 })
    },
    240_000,
  )
})
