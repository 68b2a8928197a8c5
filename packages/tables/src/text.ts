/** Characters that nobody sees: zero-width ones, marks of direction, soft hyphens and byte order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
/** Spaces of every width, which people and other programs write for the plain one. */
const SPACES = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g
/** How spreadsheets keep a code from becoming a number: `="007"`. */
const FORMULA_TEXT = /^="([^"]*)"$/
/** An apostrophe that a spreadsheet writes before a number that is text. */
const BEFORE_NUMBER = /^'(?=[\d.+-])/
const LEADING_APOSTROPHE = /^'(?=\S)/

/**
 * Returns the text of a cell as people see it: without invisible characters, runs of spaces, and what spreadsheets write around
 * text.
 */
export function cellText(cell: string): string {
  // Most cells need nothing of this.
  if (/^[\x21-\x26\x28-\x3c\x3e-\x7e](?:[ ]?[\x21-\x7e])*$/.test(cell)) return cell
  const text = cell.replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ').trim()
  return (FORMULA_TEXT.exec(text)?.[1] ?? text.replace(BEFORE_NUMBER, '')).trim()
}

/** Returns a code as people see it: also without the apostrophe that makes it text, or keeps it from being a formula. */
export function codeText(cell: string): string {
  return cellText(cell).replace(LEADING_APOSTROPHE, '')
}

/** Returns the key by which codes and names are compared: what people take for the same has the same key. */
export function codeKey(text: string): string {
  return codeText(text).normalize('NFKC').toLowerCase()
}

/** Returns the head of a column without case, underlines, and marks such as `*`, `:` and `(required)` at its end. */
export function headKey(head: string): string {
  return cellText(head)
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll(/\s*(?:[*:]|\((?:required|optional)\))$/g, '')
    .trim()
}

const TOTAL_WORDS = new Set([
  'total',
  'totals',
  'grand total',
  'subtotal',
  'sub total',
  'sub-total',
  'sum',
  'summe',
  'gesamt',
])

/** Returns whether a row adds up the others: one of its first cells with text says so. */
export function isTotalRow(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '')
  return first !== undefined && TOTAL_WORDS.has(headKey(first))
}
