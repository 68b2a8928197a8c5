import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { markViolations } from './repository/mark-rules.ts'
import { readSources } from './repository/source-files.ts'

const sources = readSources(path.resolve(import.meta.dirname, '..'))
const file = 'apps/server/src/modules/inventory/queries.ts'
const planted = (text: string, name = file) => markViolations(new Map([[name, text]]))
const written = (statement: string) => `export async function save(tx: Tx) {\n  ${statement}\n}\n`

describe('markViolations', () => {
  it('finds no function that writes a summed table and does not mark its sums', () => {
    expect(markViolations(sources)).toEqual([])
  })

  it.each([
    'await sql`update variants v set title = 1`.execute(tx)',
    'await sql`insert into stock_projections values (1)`.execute(tx)',
    'await sql`\n    delete from products where merchant_id = 1`.execute(tx)',
    "await tx.deleteFrom('products').execute()",
    "await tx.updateTable('sales_daily').set({ units_sold: 1 }).execute()",
    "await bulkUpsert(tx, { key, table: 'sales_daily', rows })",
    'await sql`delete from sales_daily`.execute(tx)\n  await markCatalogue(tx, 1)',
  ])('refuses a function with %j', (statement) => {
    expect(planted(written(statement))).toEqual([expect.stringMatching(/queries\.ts: save writes \w+ and/)])
  })

  it('refuses a function whose neighbour marks the sums', () => {
    const marking = 'async function mark(tx: Tx) {\n  await markCatalogue(tx, 1)\n}\n'
    expect(planted(marking + written("await tx.deleteFrom('variants').execute()"))).toHaveLength(1)
  })

  it.each([
    'await sql`update variants v set title = 1`.execute(tx)\n  await markCatalogue(tx, 1)',
    "await bulkUpsert(tx, { table: 'variants', rows })",
    'await sql`delete from variant_overrides`.execute(tx)',
    'await sql`select 1 from products`.execute(tx)',
    "await sql`delete from sales_daily`.execute(tx)\n  await markDays(tx, 1, ['2026-11-01'])",
  ])('accepts a function with %j', (statement) => {
    expect(planted(written(statement))).toEqual([])
  })

  it('accepts writes of tests', () => {
    const text = written("await tx.deleteFrom('variants').execute()")
    expect(planted(text, 'apps/server/src/testing/x.ts')).toEqual([])
  })
})
