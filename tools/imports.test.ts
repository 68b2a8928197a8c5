import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const server = 'apps/server/src'

const refused = [
  ['apps/web/src', 'packages/calendar/src/index.ts'],
  ['apps/web/src', 'packages/forecasting/src/index.ts'],
  ['apps/web/src', `${server}/kernel/http/routes.ts`],
  ['apps/web/src', 'node:fs'],
  ['apps/sandbox/src', 'packages/contract/src/index.ts'],
  ['apps/cli/src', 'packages/contract/src/index.ts'],
  ['apps/tomorrow/src', 'packages/contract/src/index.ts'],
  ['packages/contract/src', 'stripe'],
  ['packages/forecasting/src', 'zod'],
  ['packages/forecasting/src', 'node:perf_hooks'],
  [`${server}/kernel/http`, `${server}/alerts/index.ts`],
  [`${server}/kernel/http`, `${server}/providers/mail/mailer.ts`],
  [`${server}/providers/mail`, `${server}/alerts/index.ts`],
  [`${server}/alerts`, `${server}/providers/shopify/index.ts`],
  [`${server}/alerts`, `${server}/domains.ts`],
  [`${server}/alerts`, 'kysely'],
  [`${server}/alerts`, 'stripe'],
  [`${server}/alerts`, 'node:zlib'],
  [`${server}/alerts`, `${server}/testing/x.ts`],
  [`${server}/tomorrow`, `${server}/kernel/http/routes.ts`],
  [`${server}/alerts`, `${server}/planning/settings/queries.ts`],
  [`${server}/alerts/list`, `${server}/ordering/index.ts`],
  [`${server}/store/sync`, `${server}/planning/index.ts`],
  ['apps/web/src/ui', 'apps/web/src/session/use-session.ts'],
  ['apps/web/src/ordering/order', 'apps/web/src/planning/product/horizon.ts'],
  ['apps/web/src/planning/product', 'apps/web/src/app/router.ts'],
] as const

const allowed = [
  ['apps/web/src', 'packages/forecasting/src/decisions/index.ts'],
  ['packages/calendar/src', 'date-holidays-parser'],
  [`${server}/alerts`, `${server}/planning/index.ts`],
  [`${server}/alerts/list`, `${server}/alerts/show/queries.ts`],
  [`${server}/alerts`, 'packages/calendar/src/index.ts'],
  ['apps/web/src/planning/product', 'apps/web/src/ordering/order/x.ts'],
] as const

/** Writes files that each have one import, and returns those that the rules refuse. */
function cruise(
  imports: readonly (readonly [folder: string, target: string])[],
  statement: string,
): string[] {
  mkdirSync(path.join(root, 'test-results'), { recursive: true })
  const planted = mkdtempSync(path.join(root, 'test-results/imports-'))
  const save = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(planted, file)), { recursive: true })
    writeFileSync(path.join(planted, file), text)
  }
  try {
    imports.forEach(([folder, target], at) => {
      const isFile = target.endsWith('.ts')
      if (isFile) save(target, '')
      save(`${folder}/x${at}.ts`, `${statement} '${isFile ? path.relative(folder, target) : target}'\n`)
    })
    const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const args = ['-c', path.join(root, '.dependency-cruiser.mjs'), '-T', 'json', '.']
    const { stdout } = spawnSync(process.execPath, [program, ...args], { cwd: planted, encoding: 'utf8' })
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string }[] } }
    return [...new Set(summary.violations.map(({ from }) => from))]
  } finally {
    rmSync(planted, { recursive: true })
  }
}

it.each(['import', 'import type { X } from', 'export * from'])(
  'the rules of imports refuse "%s"',
  (statement) => {
    const files = refused.map(([folder], at) => `${folder}/x${at}.ts`)
    expect(cruise(refused, statement).toSorted()).toEqual(files.toSorted())
  },
)

it('the import rules allow what they do not name', () => {
  expect(cruise(allowed, 'import')).toEqual([])
})

it('the contract may import types of the engine, and nothing else of it', () => {
  const engine = [['packages/contract/src', 'packages/forecasting/src/index.ts']] as const
  expect(cruise(engine, 'import type { X } from')).toEqual([])
  expect(cruise(engine, 'import')).toHaveLength(1)
})
