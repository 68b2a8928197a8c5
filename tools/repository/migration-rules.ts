/** The last migration that ran without an older version of the program beside it. */
const LAST_FREE = '0027'
/** Migrations that run while no other version of the program does. `npm start` stops the former one first. */
const ALONE: ReadonlySet<string> = new Set([
  '0050_use_standard_terms.sql',
  '0053_count_limits_in_one_table.sql',
  '0058_mark_kept_sums_in_statements.sql',
  '0062_make_purchase_orders_of_open_orders.sql',
])
/** From here on such a migration says so, and programs that do not know it report that they are not ready. */
const FIRST_THAT_SAYS_SO = '0057'
const RUNS_ALONE = /^-- Runs alone\./m
const NARROWS = /^-- Narrows (\d{4}_\w+\.sql)\./m

/** Statements that break a program that still uses the previous tables. */
const NARROWING: readonly (readonly [string, RegExp])[] = [
  ['drops a column', /\bdrop\s+column\b/i],
  ['drops a table', /\bdrop\s+table\b/i],
  ['drops a function', /\bdrop\s+function\b/i],
  ['renames', /\brename\s+(to|column|constraint)\b/i],
  ['changes a type', /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i],
  ['refuses nulls that were allowed', /\bset\s+not\s+null\b/i],
  ['drops a default', /\bdrop\s+default\b/i],
]
const ADDED_COLUMN = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?[^;]*?(?=,\s*(?:add|drop|alter)\b|;|$)/gi

/**
 * Returns a sentence for each migration that breaks the previous program and completes no earlier migration, or
 * that does not say that it runs alone.
 */
export function migrationViolations(files: ReadonlyMap<string, string>): string[] {
  const names = [...files.keys()].sort()
  return names.flatMap((name) => {
    const text = files.get(name) ?? ''
    const narrowed = NARROWS.exec(text)?.[1]
    if (name.slice(0, 4) >= FIRST_THAT_SAYS_SO && ALONE.has(name) !== RUNS_ALONE.test(text))
      return [`${name} must both be listed in ALONE and begin a line with "-- Runs alone.", or neither`]
    const found = name.slice(0, 4) <= LAST_FREE || ALONE.has(name) ? [] : narrowingIn(text)
    if (found.length === 0) return []
    if (narrowed === undefined)
      return found.map((what) => `${name} ${what}, and names no migration it narrows`)
    const isEarlier = files.has(narrowed) && narrowed < name
    return isEarlier ? [] : [`${name} narrows ${narrowed}, which is no earlier migration`]
  })
}

function narrowingIn(text: string): string[] {
  const code = text.replace(/--.*$/gm, '')
  const found = NARROWING.filter(([, pattern]) => pattern.test(code)).map(([what]) => what)
  const columns = code.match(ADDED_COLUMN) ?? []
  const isRequired = columns.some((column) => /\bnot\s+null\b/i.test(column) && !hasValue(column))
  return isRequired ? [...found, 'adds a required column without a default'] : found
}

function hasValue(column: string): boolean {
  return /\b(default|generated)\b/i.test(column)
}
