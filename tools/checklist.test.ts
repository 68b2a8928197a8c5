import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { provenRows, readChecklist } from './repository/checklist.ts'
import { readSources } from './repository/source-files.ts'

const root = path.resolve(import.meta.dirname, '..')
const rows = readChecklist(readFileSync(path.join(root, 'docs/checklist.md'), 'utf8'))
const ids = rows.map(({ id }) => id)
// The titles below are only examples.
const proven = provenRows(
  new Map([...readSources(root)].filter(([file]) => file !== 'tools/checklist.test.ts')),
)

/** Rows without a test. */
const awaited = new Set<string>([])

describe('the checklist', () => {
  it('has its rows once each', () => {
    expect(ids.length).toBeGreaterThan(60)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('has a test for every row', () => {
    expect(rows.filter(({ id }) => !proven.has(id) && !awaited.has(id))).toEqual([])
  })

  it('lists no row as untested that is unknown or has a test', () => {
    expect([...awaited].filter((id) => proven.has(id) || !ids.includes(id))).toEqual([])
  })

  it('has a row for every ID that a test names', () => {
    const unknown = [...proven].filter(([id]) => !ids.includes(id)).map(([id, files]) => [id, ...files])
    expect(unknown).toEqual([])
  })
})

const planted = (text: string, file = 'apps/web/src/x.test.ts') => [
  ...provenRows(new Map([[file, text]])).keys(),
]

describe('the IDs in test titles', () => {
  it.each([
    ["it('A-03 refuses', () => {})", ['A-03']],
    ["test('T-04, T-05 run from the page', async ({ page }) => {})", ['T-04', 'T-05']],
    ["it('shows a store; X-03 it is no demo', () => {})", ['X-03']],
    ["describe('X-02 routes', () => {})", ['X-02']],
    ["it.each([\n  ['a'],\n] as const)(\n  'P-01b %s',\n  () => {})", ['P-01b']],
    ['it(`S-02 \u0024{typed}`, () => {})', ['S-02']],
    ["it.each(cases)('G-02 %s is “it’s”', (one) => {})", ['G-02']],
  ])('are read from %j', (text, found) => {
    expect(planted(text)).toEqual(found)
  })

  it.each([
    ["// it('A-03 refuses', () => {})"],
    ["/* it('A-03 refuses') */"],
    ["it('refuses', () => expect(text).toBe('A-03'))"],
    ["const row = 'A-03'"],
  ])('are not found in %j', (text) => {
    expect(planted(text)).toEqual([])
  })

  it('are only read from test files', () => {
    const title = "it('A-03 refuses', () => {})"
    expect(planted(title, 'apps/web/src/x.ts')).toEqual([])
    expect(planted(title, 'e2e/steps/x.ts')).toEqual([])
    expect(planted(title, 'apps/sandbox/src/x.test.ts')).toEqual([])
    expect(planted(title, 'e2e/x.spec.ts')).toEqual(['A-03'])
    expect(planted(title, 'apps/server/src/x.db.test.ts')).toEqual(['A-03'])
  })
})
