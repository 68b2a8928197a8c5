import { isTestFile } from './import-rules.ts'
import type { Sources } from './source-files.ts'

/** Tables over which sums are kept, with the function that marks the sums. */
const marks: Readonly<Record<string, string>> = {
  products: 'markCatalogue',
  variants: 'markCatalogue',
  stock_projections: 'markCatalogue',
  sales_daily: 'markDays',
}

/**
 * Returns one sentence for every function of the server that writes such a table and does not mark its sums.
 * `bulkUpsert` marks those of the catalogue itself. A table whose name is in a variable is not seen.
 */
export function markViolations(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => /^apps\/server\/src\/.*\.ts$/.test(file) && !isTestFile(file))
    .flatMap(([file, text]) => functionsOf(text).flatMap((body) => violationsOf(file, body)))
}

function functionsOf(text: string): string[] {
  return text.split(/^(?=(?:export )?(?:async )?function |(?:export )?const )/m)
}

function violationsOf(file: string, body: string): string[] {
  const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(body)?.[1] ?? 'the file'
  return Object.entries(marks)
    .filter(([table, mark]) => writes(body, table) && !body.includes(`${mark}(`))
    .map(([table, mark]) => `${file}: ${name} writes ${table} and does not call ${mark}`)
}

function writes(body: string, table: string): boolean {
  const statement = new RegExp(`\\b(insert into|update|delete from|merge into|truncate)\\s+${table}\\b`, 'i')
  const builder = new RegExp(`(insertInto|updateTable|deleteFrom|mergeInto)\\('${table}'\\)`)
  const bulk = new RegExp(`bulk(Upsert|Insert)\\([^)]*table: '${table}'`)
  return statement.test(body) || builder.test(body) || (table === 'sales_daily' && bulk.test(body))
}
