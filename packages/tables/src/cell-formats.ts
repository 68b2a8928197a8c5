/** How a workbook shows a number: with text around it, such as `3.5 €` or `12 cases`, or with leading zeros, such as `00012`. */
export interface CellFormat {
  before: string
  behind: string
  /** The minimum number of digits. */
  digits: number
}

const QUOTED = /"([^"]*)"/g
/** A currency symbol and its locale, such as `[$€-407]`; a locale alone shows nothing. */
const CURRENCY = /\[\$([^-\]]*)(?:-[^\]]*)?\]/g
/** Conditions and colours, the width of a character, and what fills a cell. */
const UNSEEN = /\[[^\]]*\]|[_*]./g
const NUMBER = /[#0?][#0?,.]*/
/** What turns a number into something else: a day, a time, a percentage, a fraction, an exponent. */
const OTHER = /[ymdhsgeb%/@]/i
const MEANS_SOMETHING = /[\p{L}\p{Sc}]/u
/** Literal texts are kept apart, and stand in the format as one private character each. */
const FIRST_LITERAL = 0xe000
const LITERAL = /[\ue000-\uf8ff]/g

/**
 * Returns what a format shows in addition to the plain number; null if that is nothing, or if the format does not show a
 * number.
 */
export function readFormat(code: string): CellFormat | null {
  const literals: string[] = []
  const keep = (text: string) => String.fromCharCode(FIRST_LITERAL + literals.push(text) - 1)
  const [section = ''] = code
    .replaceAll(QUOTED, (_, text: string) => keep(text))
    .replaceAll(CURRENCY, (_, text: string) => keep(text))
    .replaceAll(/\\(.)/g, (_, text: string) => keep(text))
    .split(';')
  const plain = section.replaceAll(UNSEEN, '')
  const bare = plain.replaceAll(LITERAL, '')
  const number = NUMBER.exec(plain)
  if (number === null || OTHER.test(bare)) return null
  const rest = plain.slice(number.index + number[0].length)
  if (/[#0?]/.test(rest.replaceAll(LITERAL, ''))) return null
  const seen = (text: string) =>
    text.replaceAll(LITERAL, (mark) => literals[mark.charCodeAt(0) - FIRST_LITERAL] ?? '')
  const [before, behind] = [seen(plain.slice(0, number.index)).trim(), seen(rest).trim()]
  const digits = /^0+$/.test(number[0]) ? number[0].length : 1
  const isPlain = digits === 1 && !MEANS_SOMETHING.test(before + behind)
  return isPlain ? null : { before, behind, digits }
}

/** Returns a number as a format shows it; its decimals are not rounded. */
export function inFormat(text: string, { before, behind, digits }: CellFormat): string {
  const number = /^\d+$/.test(text) ? text.padStart(digits, '0') : text
  return `${before}${number}${behind === '' ? '' : ` ${behind}`}`
}

const NUMBER_FORMAT = /<(?:\w+:)?numFmt\s([^>]*)>/g
const CELL_STYLES = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/
const CELL_STYLE = /<(?:\w+:)?xf\s([^>]*)>/g
const TAG = /<(?:\w+:)?(row|c)\s([^>]*)>/g
const PIECE_BYTES = 64 * 1024
const LETTERS = 26

/** Returns the pattern of an attribute of a tag. */
export const attributePattern = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`)
export const attribute = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]
const [FORMAT_ID, FORMAT_CODE, PLACE, STYLE] = ['numFmtId', 'formatCode', 'r', 's'].map(attributePattern) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
]

/** Returns the formats that show something besides numbers, by the index of the style that cells name. */
export function readFormats(styles: string): Map<number, CellFormat> {
  const codes = new Map(
    [...styles.matchAll(NUMBER_FORMAT)].map(([, text = '']) => [
      attribute(text, FORMAT_ID),
      unescaped(attribute(text, FORMAT_CODE) ?? ''),
    ]),
  )
  const formats = new Map<number, CellFormat>()
  const all = [...(CELL_STYLES.exec(styles)?.[0] ?? '').matchAll(CELL_STYLE)]
  for (const [index, [, text = '']] of all.entries()) {
    const format = readFormat(codes.get(attribute(text, FORMAT_ID)) ?? '')
    if (format !== null) formats.set(index, format)
  }
  return formats
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of an attribute. */
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: keyof typeof ENTITIES) => ENTITIES[entity])
}

/** Yields the formatted cells of each row of a sheet, by their index from 0, with the number of the row from 1. */
export function* formattedCells(
  sheet: Uint8Array,
  formats: ReadonlyMap<number, CellFormat>,
): Generator<{ row: number; cells: Map<number, CellFormat> }> {
  const decoder = new TextDecoder()
  let [row, place, held] = [0, -1, '']
  let cells = new Map<number, CellFormat>()
  for (let at = 0; at < sheet.length; at += PIECE_BYTES) {
    const text = held + decoder.decode(sheet.subarray(at, at + PIECE_BYTES), { stream: true })
    const end = Math.max(text.lastIndexOf('<'), 0)
    held = text.slice(end)
    for (const [, tag, attributes = ''] of text.slice(0, end).matchAll(TAG)) {
      if (tag === 'row') {
        if (cells.size > 0) yield { row, cells }
        cells = new Map()
        row = Number(attribute(attributes, PLACE) ?? row + 1)
        place = -1
      } else {
        const name = attribute(attributes, PLACE)
        place = name === undefined ? place + 1 : placeOf(name)
        const format = formats.get(Number(attribute(attributes, STYLE) ?? -1))
        if (format !== undefined) cells.set(place, format)
      }
    }
  }
  if (cells.size > 0) yield { row, cells }
}

/** Returns the index of a cell such as `AB12` in its row, from 0. */
function placeOf(name: string): number {
  const letters = /^[A-Z]+/.exec(name)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1
}
