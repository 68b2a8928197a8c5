/**
 * The value of a cell, or why it is refused, as the end of a sentence that begins with the column. `isAmbiguous`: the cell has two
 * meanings, and nothing in the file tells which one is meant.
 */
export type Reading<T> = { value: T } | { reason: string; isAmbiguous?: true }

const SHOWN_TEXT = 40

/** Returns the text of a cell in quotation marks, as faults show it. */
export function shown(text: string): string {
  const trimmed = text.trim()
  return `“${trimmed.length > SHOWN_TEXT ? `${trimmed.slice(0, SHOWN_TEXT)}…` : trimmed}”`
}
