const RELEASE_AFTER_MS = 10_000

/** Offers a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser may read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS)
}

/** Offers a table in text form as a download. */
export function saveText(csv: string, name: string): void {
  saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name)
}
