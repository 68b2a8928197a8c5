/** The place of the first text that the database cannot hold, because of a NUL or half a character; null when all can. */
export function unstorableText(value: unknown, path: readonly (string | number)[] = []): string | null {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? path.join('.') || 'request' : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const found = unstorableText(inner, [...path, key])
    if (found !== null) return found
  }
  return null
}
