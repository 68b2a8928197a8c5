import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { folderViolations } from './repository/folder-rules.ts'
import { importCircles } from './repository/import-circles.ts'
import { importViolations } from './repository/import-rules.ts'
import { messageViolations } from './repository/message-rules.ts'
import { readSources } from './repository/source-files.ts'
import { storeViolations, unusedStoreNames } from './repository/store-rules.ts'
import { textViolations } from './repository/text-rules.ts'

const root = path.resolve(import.meta.dirname, '..')
// This file is left out because it contains the deliberate violations below.
const sources = new Map([...readSources(root)].filter(([file]) => file !== 'tools/repo.test.ts'))
const planted = (file: string, text: string) => new Map([[file, text]])

const forbiddenImports = [
  ['apps/web/src/x.ts', "import { calendarEvents } from '@stockcast/calendar'"],
  ['apps/web/src/x.ts', "import { forecastShop } from '@stockcast/forecasting'"],
  ['apps/web/src/x.ts', "import type { App } from '../../server/src/main.ts'"],
  ['apps/web/src/x.ts', "import { readFile } from 'node:fs/promises'"],
  ['apps/server/src/modules/alerts/x.ts', "import { listVariants } from '../catalog/queries.ts'"],
  ['apps/server/src/modules/alerts/x.ts', "import '../../modules.ts'"],
  ['apps/server/src/modules/alerts/list/x.ts', "import { listVariants } from '../../catalog/queries.ts'"],
  ['apps/server/src/modules/alerts/list/x.ts', "import '../../../modules.ts'"],
  [
    'apps/server/src/modules/alerts/x.ts',
    "import { storeLevel } from '../../connectors/shopify/translate.ts'",
  ],
  ['apps/server/src/modules/alerts/list/x.ts', "import '../../../connectors/shopify/index.ts'"],
  ['apps/server/src/http/x.ts', "export * from '../modules/alerts/index.ts'"],
  ['apps/server/src/tomorrow/x.ts', "const alerts = await import('../modules/alerts/index.ts')"],
  ['apps/server/src/http/x.ts', "import { createTestDatabase } from '@stockcast/testkit'"],
  ['apps/sandbox/src/x.ts', "import type { Product } from '@stockcast/contract'"],
  ['apps/sandbox/src/x.ts', "import { readConfig } from '../../server/src/config.ts'"],
  ['apps/cli/src/x.ts', "import { productSchema } from '@stockcast/contract'"],
  ['packages/calendar/src/x.ts', "import { addDays } from 'date-fns'"],
  ['packages/calendar/src/x.ts', "import { forecastShop } from '@stockcast/forecasting'"],
  ['packages/forecasting/src/x.ts', "import { calendarEvents } from '@stockcast/calendar'"],
  ['packages/forecasting/src/x.ts', "import { addDays } from 'date-fns'"],
  ['packages/forecasting/src/x.ts', "import { performance } from 'node:perf_hooks'"],
  ['packages/contract/src/x.ts', "import { Hono } from 'hono'"],
] as const

const onlyInTheGraph = [
  ['packages/contract/src/x.ts', "import { forecastShop } from '@stockcast/forecasting'"],
  ['apps/server/src/http/x.ts', "import { createShopifyConnector } from '../connectors/shopify/index.ts'"],
  ['apps/server/src/modules/alerts/open-alert.ts', "import { sql } from 'kysely'"],
  ['apps/server/src/modules/alerts/routes.ts', "import { Pool } from 'pg'"],
  ['apps/server/src/modules/alerts/send.ts', "import nodemailer from 'nodemailer'"],
  ['apps/server/src/modules/alerts/x.ts', "import left from 'left-pad'"],
  ['apps/server/src/http/x.ts', "const worker = new URL('../modules/alerts/x.ts', import.meta.url)"],
  ['apps/server/src/x.db.test.ts', "import { fillIn } from '../../../bench/chaos/x.ts'"],
  ['apps/server/src/testing/x.ts', "import { post } from '../../../../bench/chaos/x.ts'"],
  ['e2e/x.spec.ts', "import { randomNumbers } from '../bench/launch/x.ts'"],
  ['e2e/x.spec.ts', "import { reconcileBilling } from '../apps/server/src/modules/billing/index.ts'"],
  ['apps/tomorrow/src/x.ts', "import { z } from 'zod'"],
  ['packages/forecasting/src/x.ts', "import { startPostgres } from '../../../tools/postgres/server.ts'"],
] as const

const allowedImports = [
  ['apps/web/src/x.ts', "import { recommendation } from '@stockcast/forecasting/decisions'"],
  ['apps/server/src/modules/alerts/x.ts', "import { listVariants } from '../catalog/index.ts'"],
  ['apps/server/src/modules/alerts/x.ts', "import type { Shop } from '../../connectors/connector.ts'"],
  ['apps/server/src/modules/alerts/x.ts', "import { calendarEvents } from '@stockcast/calendar'"],
  ['apps/server/src/http/x.ts', "import { calendarEvents } from '@stockcast/calendar'"],
  ['apps/cli/src/x.ts', "import { calendarEvents } from '@stockcast/calendar'"],
  ['packages/calendar/src/x.ts', "import Holidays from 'date-holidays-parser'"],
  ['apps/server/src/modules/alerts/x.ts', "import { markResolved } from './queries.ts'"],
  ['apps/server/src/modules/alerts/list/x.ts', "import { markResolved } from '../show/queries.ts'"],
  ['apps/server/src/modules/alerts/list/x.ts', "import { listVariants } from '../../catalog/index.ts'"],
  ['apps/server/src/modules/alerts/queries.ts', "import { sql } from 'kysely'"],
  ['apps/server/src/modules/alerts/trial-queries.ts', "import { sql } from 'kysely'"],
  ['apps/server/src/modules/alerts/x.db.test.ts', "import { createTestDatabase } from '@stockcast/testkit'"],
  ['apps/server/src/x.db.test.ts', "import { fillIn } from '@stockcast/testkit/billing'"],
  ['packages/testkit/src/billing/x.ts', "import { AppError } from '../../../../apps/server/src/errors.ts'"],
  ['bench/x.ts', "import { withServices } from './launch/services.ts'"],
  ['packages/contract/src/x.ts', "import type { Need } from '@stockcast/forecasting'"],
  ['packages/forecasting/src/x.ts', "// import { z } from 'zod'\nimport { y } from './y.ts'"],
] as const

describe('the import rules', () => {
  it('are kept by every file', () => {
    expect(importViolations(sources)).toEqual([])
  })

  it.each([...forbiddenImports, ...onlyInTheGraph])('refuse, in %s, %s', (file, text) => {
    expect(importViolations(planted(file, text))).toHaveLength(1)
  })

  it.each(allowedImports)('allow, in %s, %s', (file, text) => {
    expect(importViolations(planted(file, text))).toEqual([])
  })
})

describe('importCircles', () => {
  it('finds no circle of modules, folders, packages or files, type imports included', () => {
    expect(importCircles(sources)).toEqual([])
  })

  const circles = [
    [
      'modules of the server: actions, catalog',
      'apps/server/src/modules',
      'actions/x.ts',
      'catalog/index.ts',
    ],
    ['folders of the server: http, jobs', 'apps/server/src', 'http/x.ts', 'jobs/x.ts'],
    ['apps and packages: apps/cli, packages/contract', '', 'apps/cli/src/x.ts', 'packages/contract/src/x.ts'],
    ['folders of the web app: api, session', 'apps/web/src', 'api/x.ts', 'session/x.ts'],
    [
      'folders of the engine: distribution, models',
      'packages/forecasting/src',
      'distribution/x.ts',
      'models/x.ts',
    ],
    ['folders of the sandbox: faults, shopify', 'apps/sandbox/src', 'faults/x.ts', 'shopify/x.ts'],
    ['folders of the tools: launch, schema', 'tools', 'launch/x.ts', 'schema/x.ts'],
  ] as const

  it.each(circles)('finds the circle of %s, although its files form none', (found, folder, first, second) => {
    const place = (file: string) => path.posix.join(folder, file)
    const back = (from: string, to: string) =>
      `import type { X } from './${path.posix.relative(path.posix.dirname(from), to)}'`
    const circle = new Map([
      [place(first), back(first, second)],
      [place(second), ''],
      [place(second.replace(/[^/]+$/, 'y.ts')), back(second, first.replace('x.ts', 'z.ts'))],
    ])
    expect(importCircles(circle)).toEqual([`${found} import each other in a circle`])
  })

  it('counts a circle of three modules that passes one module twice as one', () => {
    const modules = 'apps/server/src/modules'
    const circle = new Map([
      [`${modules}/actions/x.ts`, "import '../settings/index.ts'"],
      [`${modules}/settings/index.ts`, "export type { X } from '../projection/index.ts'"],
      [
        `${modules}/projection/index.ts`,
        "export type { Y } from '../actions/y.ts'\nimport '../audit/index.ts'",
      ],
      [`${modules}/projection/x.test.ts`, "import '../trends/index.ts'"],
      [`${modules}/trends/index.ts`, "import '../projection/index.ts'"],
    ])
    expect(importCircles(circle)).toEqual([
      'modules of the server: actions, projection, settings import each other in a circle',
    ])
  })

  it('finds a circle of two files that import only types', () => {
    const circle = new Map([
      ['apps/web/src/x/a.ts', "import type { B } from './b.ts'"],
      ['apps/web/src/x/b.ts', "import type { A } from './a.ts'"],
    ])
    expect(importCircles(circle)).toEqual([
      'files: apps/web/src/x/a.ts, apps/web/src/x/b.ts import each other in a circle',
    ])
  })
})

describe('the linter', () => {
  const folder = path.join(root, 'test-results/planted')
  const lint = (file: string, text: string) => {
    const place = path.join(folder, file)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, `${text}\n`)
  }

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('finds the same violations of the import rules', () => {
    const files = forbiddenImports.map(
      ([file, text], at) => [file.replace('x.ts', `x${at}.ts`), text] as const,
    )
    for (const [file, text] of files) lint(file, text)
    const config = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8')) as { vcs: object }
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ ...config, root: true, vcs: {} }))
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [
      biome,
      'lint',
      '--only=style/noRestrictedImports',
      '--max-diagnostics=none',
      '--reporter=json',
      '.',
    ]
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const found = files.filter(([file]) => stdout.includes(file))
    expect(found).toEqual(files)
  })
})

describe('the text rules', () => {
  it('are kept by every file', () => {
    expect(textViolations(sources)).toEqual([])
  })

  it.each([
    ['apps/server/src/http/x.ts', 'const port = process.env.PORT'],
    ['apps/server/src/modules/alerts/x.ts', 'const now = new Date()'],
    ['apps/server/src/modules/alerts/x.ts', 'const now = Date.now()'],
    ['apps/web/src/session/x.ts', "const answer = await fetch('/page')"],
    ['apps/web/src/x.ts', "const answer = api.get('/api/products', schema)"],
    ['apps/web/src/x.ts', 'const path = `/api/products/7`'],
    ['apps/web/src/x.ts', 'const path = "/functions/shopify-oauth-init"'],
    ['apps/server/src/modules/alerts/routes.ts', "const list = createRoute({ path: '/api/alerts' })"],
    ['apps/server/src/modules/billing/provider/webhook-routes.ts', "routes.post('/api/x', answer)"],
    ['packages/forecasting/src/x.ts', 'const chance = Math.random()'],
    ['packages/forecasting/src/x.ts', 'const today = new Date(0)'],
    ['apps/web/src/x.test.tsx', "it.skip('works', () => undefined)"],
    ['e2e/x.spec.ts', "test.only('works', () => undefined)"],
    ['apps/web/src/x.ts', '// TODO make it work'],
    ['packages/contract/src/x.ts', "export enum Colour { Red = 'red' }"],
    ['apps/server/src/modules/alerts/x.ts', 'const until = now + 3 * 86_400_000'],
    ['apps/server/src/http/x.ts', 'const PATIENCE_MS = 5 * 60_000'],
    ['apps/server/src/http/x.ts', 'const COOKIE_SECONDS = 7 * 86400'],
    ['apps/server/src/http/x.test.ts', 'const HOUR_MS = 60 * 60 * 1000'],
    ['apps/server/src/http/x.ts', 'export const mostRows = 200'],
    ['apps/cli/src/x.ts', "const path = '/api/alerts'"],
    ['packages/forecasting/src/x.ts', 'const dayForm = /^\\d{4}-\\d{2}$/'],
  ])('refuse, in %s, %s', (file, text) => {
    expect(textViolations(planted(file, text))).toHaveLength(1)
  })

  it.each([
    ['apps/server/src/config.ts', 'const port = process.env.PORT'],
    ['apps/server/src/clock.ts', 'const now = new Date()'],
    ['apps/server/src/http/x.ts', '// never process.env here'],
    ['apps/server/src/http/x.ts', 'const GREATEST = 160_000'],
    [
      'apps/server/src/http/x.ts',
      "const routes = ['/api/alerts']\nexport function f() {\n  const rows = 5\n}",
    ],
    ['apps/web/src/x.ts', 'const answer = api.get(routes.product(id), schema)'],
    ['apps/web/src/x.test.ts', "server.of('GET /api/products')"],
    ['apps/web/src/api/http.ts', "const answer = await fetch('/page')"],
    ['apps/web/src/x.ts', 'void query.refetch()'],
  ])('allow, in %s, %s', (file, text) => {
    expect(textViolations(planted(file, text))).toEqual([])
  })
})

describe('the rule that codes decide, not texts', () => {
  it('is kept by every file, and has no exception without use', () => {
    expect(messageViolations(sources)).toEqual([])
  })

  it.each([
    ['apps/web/src/x.ts', "if (error.message.includes('registered')) return null"],
    ['apps/web/src/x.ts', "if (error.message.toLowerCase().includes('registered')) return null"],
    ['apps/web/src/x.ts', "if ((failure?.message ?? '').startsWith('Shopify')) return null"],
    ['apps/web/src/x.ts', "const words = said.toLowerCase()\nif (words.includes('domain')) return null"],
    ['apps/web/src/x.tsx', "if (answer.error.includes('domain')) return null"],
    ['apps/web/src/x.ts', 'if (/ answered 5/.test(delivery.providerWords)) return null'],
    ['apps/web/src/x.ts', "const cause = resolvedReason.replace(/^Closed by itself: /, '')"],
    ['apps/web/src/x.ts', 'if (SHORT_HISTORY.exec(run.message ?? "")) return null'],
    ['apps/web/src/x.ts', "if (run.message === 'Kept.') return null"],
    ['apps/web/src/x.ts', "if (change === 'no change') return null"],
    ['apps/web/src/x.ts', "switch (said) {\n  case 'Ask for a code first.':\n}"],
    ['apps/web/src/x.ts', 'switch (error.message) {\n  default:\n}'],
    ['apps/server/src/modules/alerts/x.ts', "throw fault(refused.reason.replace('on line', 'item'))"],
    ['apps/server/src/integrations/x.ts', "return String(error.detail).includes('already refunded')"],
    ['apps/server/src/http/x.ts', "return String(error).includes('timeout')"],
    ['apps/cli/src/x.ts', 'if (error.message.match(/missing/)) return null'],
    ['packages/contract/src/x.ts', "if (sentence.endsWith('again.')) return null"],
  ])('refuses, in %s, %s', (file, text) => {
    expect(messageViolations(planted(file, text))).not.toEqual([])
  })

  it.each([
    ['apps/web/src/x.ts', "if (error.code === 'conflict') return null"],
    ['apps/web/src/x.ts', "if (run.message === null || run.messageCode === 'ended') return null"],
    ['apps/web/src/x.ts', "// Never error.message.includes('x').\nreturn error.message"],
    ['apps/web/src/x.test.ts', "expect(error.message.includes('x')).toBe(true)"],
    ['apps/server/src/x.ts', "const own = typeof body.message === 'string' ? body.message : null"],
    ['apps/server/src/x.ts', 'return reasons.includes(error.reason)'],
    ['tools/x.ts', "if (error.message.includes('x')) return null"],
  ])('accepts, in %s, %s', (file, text) => {
    expect(messageViolations(planted(file, text))).toEqual([])
  })

  it('refuses an exception whose line is gone', () => {
    expect(messageViolations(planted('apps/server/src/database/pool.ts', 'return false'))).toEqual([
      expect.stringMatching(/the exception is no longer needed/),
    ])
  })
})

describe('storeViolations', () => {
  it('finds no file that names the kind of store outside its connector', () => {
    expect(storeViolations(sources)).toEqual([])
  })

  it('finds every name that is kept in its file', () => {
    expect(unusedStoreNames(sources)).toEqual([])
    expect(unusedStoreNames(planted('apps/server/src/modules/sync/routes.ts', '')).length).toBeGreaterThan(5)
  })

  it.each([
    ['apps/server/src/modules/alerts/x.ts', "const sentence = 'Shopify does not answer.'"],
    ['apps/server/src/modules/alerts/x.ts', '// As Shopify does.'],
    ['apps/server/src/http/x.ts', "const url = 'https://a.myshopify.com'"],
    ['apps/server/src/modules/alerts/x.ts', "const path = '/functions/shopify-sync-inventory'"],
    ['apps/server/src/modules/sync/routes.ts', "const path = '/functions/shopify-sync-orders'"],
  ])('finds the name in %s: %s', (file, text) => {
    expect(storeViolations(planted(file, text))).toHaveLength(1)
  })

  it.each([
    ['apps/server/src/modules/sync/routes.ts', "const path = '/functions/shopify-sync-inventory'"],
    ['apps/server/src/connectors/shopify/x.ts', "const name = 'Shopify'"],
    ['apps/server/src/modules/alerts/x.db.test.ts', "const shop = 'a.myshopify.com'"],
  ])('allows the name in %s: %s', (file, text) => {
    expect(storeViolations(planted(file, text))).toEqual([])
  })
})

describe('folderViolations', () => {
  const flat = (folder: string, count: number, ending = 'ts') =>
    new Map(Array.from({ length: count }, (_, at) => [`${folder}/x${at}.${ending}`, '']))

  it('finds no folder of a module or of the web app with more than twenty files', () => {
    expect(folderViolations(sources)).toEqual([])
  })

  it.each(['apps/server/src/modules/alerts', 'apps/server/src/modules/alerts/list', 'apps/web/src/ui'])(
    'finds a twenty-first file in %s',
    (folder) => {
      expect(folderViolations(flat(folder, 20))).toEqual([])
      expect(folderViolations(flat(folder, 21))).toHaveLength(1)
    },
  )

  it('does not count tests', () => {
    expect(folderViolations(flat('apps/web/src/ui', 21, 'test.tsx'))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  it('has at most the length of one screen', () => {
    expect(readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(
      120,
    )
  })
})
