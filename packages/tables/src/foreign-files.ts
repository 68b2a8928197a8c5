/** What people upload instead of a table. */
type Foreign = 'old_workbook' | 'pdf' | 'picture' | 'web_page'

/** The first bytes of files that people upload instead of a table, as text of one byte each. */
const beginnings: readonly (readonly [string, Foreign])[] = [
  ['\xd0\xcf\x11\xe0', 'old_workbook'],
  ['%PDF-', 'pdf'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
]
const ZIP = 'PK\x03\x04'
const WEB_PAGE = /^\s*<(?:!doctype html|html|head|table|\?xml)\b/i
const LOOKED_AT = 200

/** Returns what a file is that begins so, and is no table; null for what may be one. `zip` may be a workbook. */
export function foreignKind(bytes: Uint8Array): Foreign | 'zip' | null {
  const text = String.fromCharCode(...bytes.subarray(0, LOOKED_AT)).replace(/^\xef\xbb\xbf/, '')
  if (text.startsWith(ZIP)) return 'zip'
  const found = beginnings.find(([beginning]) => text.startsWith(beginning))
  if (found) return found[1]
  return WEB_PAGE.test(text) ? 'web_page' : null
}
