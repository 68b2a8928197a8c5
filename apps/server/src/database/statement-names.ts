/** Most statements that a connection keeps; each takes PostgreSQL some ten kilobytes. */
const MOST_NAMES = 300
/** Most texts that are remembered until they are sent again. */
const MOST_TEXTS = 10 * MOST_NAMES
/** Most elements of a list for which one plan fits any list. */
const MOST_ELEMENTS = 1000
const MOST_CHARACTERS = 10_000
/** Selects or returns all columns of a table, which a migration changes while a connection keeps the statement. */
const ALL_COLUMNS = /(?:select|returning) \*|\.\*/i

/** Returns the name under which a connection keeps this statement; undefined for one that is planned each time. */
export type NameStatement = (text: string, parameters: readonly unknown[]) => string | undefined

/**
 * Names statements about a list, such as the variants of a page, when they are sent again, so that PostgreSQL parses them once
 * a connection, and plans them once where that is no worse. Without a list, the best plan depends on how much the merchant has.
 * One that is sent for the first time has no name yet, since texts with any number of values are never sent again.
 */
export function nameStatements(): NameStatement {
  const names = new Map<string, string | undefined>()
  let named = 0
  return (text, parameters) => {
    if (!parameters.some(Array.isArray) || parameters.some(isLong)) return undefined
    const known = names.get(text)
    if (known !== undefined || named === MOST_NAMES || ALL_COLUMNS.test(text)) return known
    const isSecond = names.has(text)
    if (names.size >= MOST_TEXTS) forgetUnnamed(names)
    const name = isSecond ? `s${++named}` : undefined
    names.set(text, name)
    return name
  }
}

function isLong(parameter: unknown): boolean {
  return (
    (Array.isArray(parameter) && parameter.length > MOST_ELEMENTS) ||
    (typeof parameter === 'string' && parameter.length > MOST_CHARACTERS)
  )
}

function forgetUnnamed(names: Map<string, string | undefined>): void {
  for (const [text, name] of names) if (name === undefined) names.delete(text)
}
