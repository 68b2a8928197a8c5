/**
 * Returns the path of `?redirect=` when it stays on this site; null otherwise. Browsers read a
 * backslash as a slash and drop tabs and line breaks, so these are refused before parsing.
 */
export function sameSitePath(wanted: string | undefined): string | null {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return null
  const base = 'https://site.invalid'
  const parsed = URL.canParse(wanted, base) ? new URL(wanted, base) : null
  // Resolving dots may leave two slashes in front: /a/..//evil.example
  if (parsed === null || parsed.origin !== base || parsed.pathname.startsWith('//')) return null
  return `${parsed.pathname}${parsed.search}${parsed.hash}`
}
