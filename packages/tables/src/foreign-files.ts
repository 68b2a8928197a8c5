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

/** Returns what a file is that begins so, and is no table; null for what may be one. `zip` may be a workbook. */
export function foreignKind(bytes: Uint8Array): Foreign | 'zip' | null {
  const text = String.fromCharCode(...bytes.subarray(0, LOOKED_AT)).replace(/^\xef\xbb\xbf/, '')
  if (text.startsWith(ZIP)) return 'zip'
  const found = beginnings.find(([beginning]) => text.startsWith(beginning))
  if (found) return found[1]
  if (!WEB_PAGE.test(text)) return null
  return XML_WORKBOOK.test(text) && /^\s*<\?xml/i.test(text) ? 'old_workbook' : 'web_page'
}

/**
 * Returns the encoding of a text whose characters have two bytes each: it says so itself, or every other one of its first bytes is
 * zero, as in a table of plain letters. Null for another text.
 */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : null
}
