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
