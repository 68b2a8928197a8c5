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
/** A workbook that was saved as XML. */
const XML_WORKBOOK = /mso-application|office:spreadsheet/i
const WEB_PAGE = /^\s*<(?:!doctype html|html|head|table|\?xml)\b/i
const LOOKED_AT = 1000

/**
 * Returns the kind of a file that is not a table, judged by its first bytes; null for a file that may be a table. A `zip` may
 * be a workbook.
 */
export function foreignKind(bytes: Uint8Array): Foreign | 'zip' | null {
  const text = String.fromCharCode(...bytes.subarray(0, LOOKED_AT)).replace(/^\xef\xbb\xbf/, '')
  if (text.startsWith(ZIP)) return 'zip'
  const found = beginnings.find(([beginning]) => text.startsWith(beginning))
  if (found) return found[1]
  if (!WEB_PAGE.test(text)) return null
  return XML_WORKBOOK.test(text) && /^\s*<\?xml/i.test(text) ? 'old_workbook' : 'web_page'
}

/**
 * Returns the encoding of a text with two bytes for each character; null for any other text. Such a text begins with a byte
 * order mark, or every other one of its first four bytes is zero, as in a table whose first letters are ASCII.
 */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : null
}
