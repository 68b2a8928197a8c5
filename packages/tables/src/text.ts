import { decodedOnce } from './encodings.ts'

/** Invisible characters: control characters, zero-width characters, direction marks, soft hyphens and byte order marks. */
const INVISIBLE = /(?!\s)\p{Cc}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu
/** Spaces of every width, which people and other programs use in place of the plain space. */
const SPACES = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g
/** How spreadsheets keep a code from becoming a number: `="007"`. */
const FORMULA_TEXT = /^="([^"]*)"$/
/** An apostrophe that a spreadsheet writes before a number that is text. */
const BEFORE_NUMBER = /^'(?=[\d.+-])/
/** The zero of each script whose digits people write: Arabic, Persian, Hindi and full-width ones. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10]
const FULL_WIDTH = 0xfee0

/** Returns a number, amount or day with plain digits and signs, whatever the script and width in which it is written. */
export function plainSigns(text: string): string {
  if (/^[\u0020-\u00ff]*$/.test(text)) return text
  return text
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!
      const zero = ZEROS.find((each) => code >= each && code < each + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH))
    .replaceAll('￥', '¥')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
}

const LEADING_APOSTROPHE = /^'(?=\S)/
/** A code of digits that a program took for a number and wrote with a decimal. */
const AS_NUMBER = /^(\d{4,})\.0+$/

/**
 * Returns the text of a cell as people see it: without invisible characters, runs of spaces, and what spreadsheets write around
 * text.
 */
export function cellText(cell: string): string {
  // Most cells need nothing of this.
  if (/^[\x21-\x26\x28-\x3c\x3e-\x7e](?:[ ]?[\x21-\x7e])*$/.test(cell)) return cell
  const text = decodedOnce(cell).replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ').trim()
  return (FORMULA_TEXT.exec(text)?.[1] ?? text.replace(BEFORE_NUMBER, '')).trim()
}

/**
 * Returns a code as people see it: also without the apostrophe that makes it text, or keeps it from being a formula, and without the
 * decimal of `4006381333931.0`.
 */
export function codeText(cell: string): string {
  return cellText(cell).replace(LEADING_APOSTROPHE, '').replace(AS_NUMBER, '$1')
}

/** Hyphens and dashes, which word processors use in place of the plain hyphen. */
const DASHES = /[\u2010-\u2015\u2212]/g

/** Returns the key by which codes and names are compared: texts that people consider the same have the same key. */
export function codeKey(text: string): string {
  return codeText(text).normalize('NFKC').replaceAll(DASHES, '-').toLowerCase()
}

/** A number with an exponent, which has lost its last digits. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+\d{2,3}$|^\d[.,]\d+e-\d{2}$/i
/** Short names of months as spreadsheets write them in each language; codes mostly have capitals. */
const MONTH =
  '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mär|Mrz|Mai|Okt|Dez|janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc|' +
  'jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|dec|ene|mar|abr|may|ago|dic|gen|mag|giu|lug|set|ott|fev|out|dez|' +
  'sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)'
/** A code such as 3-12 or MAR5 that a spreadsheet took for a day or a month, and a whole date. */
const AS_DATE = new RegExp(
  String.raw`^\d{1,2}(?:[-/ ]|\. ?)${MONTH}\.?(?:[-/ ]\d{2,4})?$|^${MONTH}\.?[-/ ]\d{2,4}$|` +
    String.raw`^\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d{2}$|^(?:19|20)\d{2}([-/])\d{2}\2\d{2}$|^\d{1,2}月\d{1,2}日$`,
)
const AGAIN = 'by a spreadsheet; format its column as text, enter it as it should be, and export it again'

export const isShortened = (code: string): boolean => SHORTENED.test(code)

/** Returns what a spreadsheet has made of a code, such as 4.00638E+12 or 3-Dec; null if it is whole. */
export function spoiledReason(code: string): string | null {
  if (isShortened(code)) return `was shortened ${AGAIN}`
  return AS_DATE.test(code) ? `was turned into a date ${AGAIN}` : null
}

const BLANK_WORDS = new Set([
  '-',
  '--',
  'n/a',
  'na',
  'n.a.',
  'none',
  'null',
  'nil',
  'nan',
  '(blank)',
  '(none)',
  '(not set)',
  'k.a.',
  'n.v.',
  'n.d.',
  's.o.',
  'tbc',
  'tbd',
  'tba',
  '?',
])

/** Returns whether a cell has no value: it is empty, or contains what people and programs write for that, for example `n/a`. */
export function isBlank(cell: string): boolean {
  const key = codeKey(cell)
  return key === '' || BLANK_WORDS.has(key)
}

const SPREADSHEET_ERROR = /^#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!|nv|wert!|bezug!|spill!|error!)$/i

/** Returns whether a cell contains a formula error in place of a value. */
export const isSpreadsheetError = (cell: string): boolean => SPREADSHEET_ERROR.test(cellText(cell))

/** Returns the head of a column without case, underlines, and marks such as `*`, `:`, `(required)` and `(pcs)` at its end. */
export function headKey(head: string): string {
  return cellText(head)
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll(/\s*(?:[*:]|[([](?:required|optional|pcs?\.?|pieces|units?|each|ea)[)\]])$/g, '')
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
  'gesamtsumme',
  'gesamtergebnis',
  'ergebnis',
  'zwischensumme',
  'net total',
  'overall total',
  'report total',
  'somme',
  'total général',
  'sous-total',
  'suma',
  'total general',
  'totaal',
  'eindtotaal',
  'subtotaal',
  'totale',
  'totale complessivo',
  'totaux',
  'razem',
  'suma częściowa',
  'celkem',
  'summa',
  'i alt',
  'yhteensä',
  'total geral',
])
/** Names of partial totals, such as “Total for November” or a pivot table's “MUG-1 Total”. */
const TOTAL_OF = /^(?:grand |sub-? ?)?totals? (?:for|of|per|\()|\S (?:total|totals|ergebnis)$/

/** Returns whether the name of a location stands for all locations. */
export const isAllPlaces = (name: string): boolean =>
  TOTAL_WORDS.has(headKey(name)) ||
  /^(?:all|total)\b.*\b(?:locations|stores|warehouses|stock)$|^all$/.test(headKey(name))

/** Names of subtotals, such as “Subtotal Mugs”. */
const PART_OF = /^(?:sub-? ?total|zwischensumme|sous-total|subtotaal|totale parziale|suma częściowa)\b/

/** Decoration around a word, as in `--- Subtotal ---`. */
const DECORATION = /^[-–—=*#\s]+|[-–—=*#\s:]+$/g

/**
 * Returns whether a row is the total of other rows: its first cell with text says so, and if that cell also names the rows, all
 * other cells are numbers. `codes`: the indices of SKUs and barcodes. A row with a code after that cell is a product with such
 * a name.
 */
export function isTotalRow(cells: readonly string[], codes: readonly number[] = []): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== '')
  if (at < 0) return false
  const key = headKey(cells[at]!).replaceAll(DECORATION, '')
  const isTotal = TOTAL_WORDS.has(key)
  if (
    (!isTotal && !TOTAL_OF.test(key) && !PART_OF.test(key)) ||
    codes.some((code) => code > at && !isBlank(cells[code] ?? ''))
  )
    return false
  const others = cells.slice(at + 1).filter((cell) => cell.trim() !== '')
  return isTotal || (others.length + 1 < cells.length && !others.some((cell) => /\p{L}/u.test(cell)))
}

/** Returns whether a row repeats the column names, as on each page of a printout. */
export function isHeadAgain(cells: readonly string[], heads: readonly string[]): boolean {
  return (
    cells.length === heads.length && cells.every((cell, i) => cellText(cell) === cellText(heads[i] ?? ''))
  )
}
