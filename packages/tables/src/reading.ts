/**
 * The value of a cell, or why it is refused, as the end of a sentence that begins with the column. `isAmbiguous`: the cell has
 * two meanings, and nothing in the file decides between them.
 */
export type Reading<T> = { value: T } | { reason: string; isAmbiguous?: true }

const SHOWN_TEXT = 40

/** Returns the text of a cell in quotation marks, as faults show it: without NULs and halves of characters. */
export function shown(text: string): string {
  const trimmed = text.replaceAll('\0', '').trim()
  const cut = trimmed.length > SHOWN_TEXT ? `${trimmed.slice(0, SHOWN_TEXT)}…` : trimmed
  return `“${cut.toWellFormed()}”`
}
