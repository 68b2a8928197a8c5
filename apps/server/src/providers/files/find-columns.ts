import { amountHead, headKey, shown } from '@stockcast/tables'

/**
 * The names that files give each column, by our name, as `headKey` has them. Names of an earlier group are plainer: those of a
 * later one count where a file has none of the earlier.
 */
export type ColumnNames = Readonly<Record<string, readonly (readonly string[])[]>>

/** Reads names of columns: `|` separates two names, `;` two groups. */
export function readNames(texts: Readonly<Record<string, string>>): ColumnNames {
  const groups = (text: string) => text.split(';').map((group) => group.split('|').map((name) => name.trim()))
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, groups(text)]))
}

export interface FoundColumns {
  /** The index of each column, by our name; left out if the file has no such column, or several that it could be. */
  at: Map<string, number>
  /** Our name, and the several columns that it could be; none of them is read. */
  rivals: { field: string; indexes: number[] }[]
}

/**
 * Recognises columns by their names, whatever their case and order. The merchant's own choice takes precedence over the names.
 * `amounts`: our names of columns that may have a currency after their name.
 */
export function findColumns(
  heads: readonly string[],
  args: {
    names: ColumnNames
    amounts: readonly string[]
    /** Our name of each of the first columns, null for one that is not to be read. */
    chosen?: readonly (string | null)[] | undefined
  },
): FoundColumns {
  const { names, amounts, chosen = [] } = args
  const keys = heads.map(headKey)
  const plain = Map.groupBy(keys.keys(), (index) => keys[index]!)
  const bare = Map.groupBy(keys.keys(), (index) => amountHead(heads[index]!).key)
  const at = new Map<string, number>()
  const rivals: FoundColumns['rivals'] = []
  const taken = new Set<number>()
  for (const [index, field] of chosen.entries()) {
    taken.add(index)
    if (field !== null) at.set(field, index)
  }
  for (const [field, groups] of Object.entries(names)) {
    if (at.has(field)) continue
    const own = amounts.includes(field) ? bare : plain
    const found = groups
      .map((group) => group.flatMap((name) => own.get(name) ?? []).filter((index) => !taken.has(index)))
      .find((indexes) => indexes.length > 0)
    if (found === undefined) continue
    const [only, second] = found
    if (second !== undefined) rivals.push({ field, indexes: found })
    else {
      at.set(field, only!)
      taken.add(only!)
    }
  }
  return { at, rivals }
}

/** Returns why none of several columns is taken, as the end of a sentence about the last of them. */
export function rivalsText(
  heads: readonly string[],
  { indexes }: FoundColumns['rivals'][number],
  meant: string,
): string {
  const found = indexes.map((index) => heads[index]!)
  if (new Set(found.map(headKey)).size === 1) return 'this column appears twice'
  return `${found.map(shown).join(' and ')} can both be ${meant}; choose one of them`
}

const SHOWN_CHARACTERS = 100

/** Returns the name of a column as answers, reports and logs have it, however long it is in the file. */
export function columnName(header: string): string {
  const name = header.trim()
  return shownCell(name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name)
}

/** Returns text of a file as a report keeps it: without NULs and halves of characters, which the database does not store. */
export function shownCell(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
