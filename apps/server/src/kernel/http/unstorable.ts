/** Levels of nested lists and objects; our deepest body has four. */
export const MAX_DEPTH = 50

export interface Unstorable {
  /** The path from the top, such as `rows.3.sku`. */
  field: string
  reason: 'text' | 'depth'
}

interface Branch {
  value: object
  /** Null for a list. */
  keys: readonly string[] | null
  at: number
}

/**
 * Returns the first value that must not be stored: text with a NUL or half a character, which the database
 * cannot store, or anything nested too deeply; null when there is none. Takes time in proportion to the
 * number of values.
 */
export function unstorable(root: unknown): Unstorable | null {
  const path: Branch[] = []
  let value = root
  for (;;) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      return { field: getField(path), reason: 'text' }
    if (typeof value === 'object' && value !== null) {
      if (path.length === MAX_DEPTH) return { field: getField(path), reason: 'depth' }
      path.push({ value, keys: Array.isArray(value) ? null : Object.keys(value), at: -1 })
    }
    const branch = nextBranch(path)
    if (!branch) return null
    value = (branch.value as Record<string | number, unknown>)[toKey(branch)]
  }
}

/** Returns the sentence for a person, which follows the name of the field. */
export function reasonText({ reason }: Unstorable): string {
  return reason === 'text'
    ? 'has a character that cannot be stored'
    : `is nested deeper than ${MAX_DEPTH} levels`
}

/** Moves on by one value and removes branches that are finished. */
function nextBranch(path: Branch[]): Branch | undefined {
  for (;;) {
    const branch = path.at(-1)
    if (!branch) return undefined
    branch.at += 1
    if (branch.at < (branch.keys ?? (branch.value as unknown[])).length) return branch
    path.pop()
  }
}

function toKey({ keys, at }: Branch): string | number {
  return keys?.[at] ?? at
}

function getField(path: readonly Branch[]): string {
  return path.map(toKey).join('.') || 'request'
}
