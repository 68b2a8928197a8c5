import { type Delimiter, delimiterInQuotedRows, getDelimiter, statedDelimiter } from './delimiters.ts'
import { cellText } from './text.ts'

export interface CsvRecord {
  /** The first line of the record in the file, from 1. */
  line: number
  cells: string[]
}

/** The largest table: rows below the first, cells in all, columns and characters of a row, and characters of a cell. */
export interface TableLimits {
  rows: number
  cells: number
  columns: number
  rowCharacters: number
  cellCharacters: number
}

/** Thrown when a text is read no further: at the character that exceeds a limit, or at its end inside quotation marks. */
export class TextRefused extends Error {
  readonly code: keyof TableLimits | 'open_quote'
  readonly line: number
  /** The limit that was exceeded; 0 if it was not a limit. */
  readonly most: number
  constructor(code: TextRefused['code'], line: number, most: number) {
    super(`${code} in line ${line}`)
    this.code = code
    this.line = line
    this.most = most
  }
}

export interface CsvParser {
  /**
   * Returns the records that end in this text, without blank ones, which count as rows. Records before a refusal are returned
   * first; the next call throws it.
   */
  read(text: string): CsvRecord[]
  /** Returns the record that ends with the file. */
  end(): CsvRecord[]
}

const QUOTE = '"'
const LINE_FEED = 10

/**
 * Parses CSV piece by piece, in time that is linear in the text, and refuses it at the character where it exceeds a limit.
 * Lines end in line feeds. A quotation mark inside a cell that does not begin with one is text, and so are both marks where
 * more text follows the closing one, as other programs read them.
 */
export function createCsvParser(delimiter: Delimiter, limits: TableLimits, firstLine = 1): CsvParser {
  const delimiterCode = delimiter.charCodeAt(0)
  let records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  /** `closing`: after a mark that either closes the cell or is doubled. */
  let place: 'start' | 'plain' | 'quoted' | 'closing' = 'start'
  let line = firstLine
  let nextLine = firstLine
  let rows = 0
  let cellsRead = 0
  let characters = 0
  let refusal: unknown = null

  const refuse = (code: keyof TableLimits) => new TextRefused(code, line, limits[code])
  const append = (text: string) => {
    cell += text
    characters += text.length
    if (characters > limits.rowCharacters) throw refuse('rowCharacters')
    if (cell.length > limits.cellCharacters) throw refuse('cellCharacters')
  }
  const endCell = () => {
    cells.push(cell)
    cell = ''
    place = 'start'
    if (cells.length > limits.columns) throw refuse('columns')
  }
  const endRecord = () => {
    endCell()
    rows++
    // The first record names the columns.
    if (rows > limits.rows + 1) throw refuse('rows')
    cellsRead += cells.length
    if (cellsRead > limits.cells) throw refuse('cells')
    if (!cells.every((each) => cellText(each) === '')) records.push({ line, cells })
    cells = []
    characters = 0
    line = nextLine
  }
  const taken = () => {
    const found = records
    records = []
    return found
  }

  /** Reads text without marks from `at`; returns where the next cell begins. */
  const readPlain = (text: string, at: number): number => {
    let end = at
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === delimiterCode || code === LINE_FEED) break
    }
    append(text.slice(at, end))
    if (end === text.length) return end
    if (text.charCodeAt(end) === LINE_FEED) {
      nextLine++
      endRecord()
    } else endCell()
    return end + 1
  }
  const readQuoted = (text: string, at: number): number => {
    const mark = text.indexOf(QUOTE, at)
    const end = mark < 0 ? text.length : mark
    const part = text.slice(at, end)
    for (let feed = part.indexOf('\n'); feed >= 0; feed = part.indexOf('\n', feed + 1)) nextLine++
    append(part)
    if (mark >= 0) place = 'closing'
    return end + 1
  }
  const readAfterMark = (text: string, at: number): number => {
    const code = text.charCodeAt(at)
    if (text[at] === QUOTE) {
      append(QUOTE)
      place = 'quoted'
      return at + 1
    }
    place = 'plain'
    if (code === delimiterCode || code === LINE_FEED) return at
    cell = `${QUOTE}${cell}${QUOTE}`
    return at
  }

  const readAll = (text: string) => {
    for (let at = 0; at < text.length; ) {
      if (place === 'start') {
        place = text[at] === QUOTE ? 'quoted' : 'plain'
        if (place === 'quoted') at++
      } else if (place === 'plain') at = readPlain(text, at)
      else if (place === 'quoted') at = readQuoted(text, at)
      else at = readAfterMark(text, at)
    }
  }

  return {
    read: (text) => {
      if (refusal !== null) throw refusal
      try {
        readAll(text)
      } catch (error) {
        if (records.length === 0) throw error
        refusal = error
      }
      return taken()
    },
    end: () => {
      if (refusal !== null) throw refusal
      if (place === 'quoted') throw new TextRefused('open_quote', line, 0)
      if (place !== 'start' || cells.length > 0) endRecord()
      return taken()
    },
  }
}

/**
 * Returns the parser of a table that begins with this text, and the text from where the parser is to read. Lines end in line
 * feeds.
 */
export function getParser(
  text: string,
  limits: TableLimits,
): { parser: CsvParser; delimiter: Delimiter; rest: string } {
  const stated = statedDelimiter(text)
  const inner = stated === null ? delimiterInQuotedRows(text) : null
  const delimiter = stated?.delimiter ?? inner ?? getDelimiter(text)
  const parser = createCsvParser(delimiter, limits, stated === null ? 1 : 2)
  const rest = stated?.rest ?? text
  return { parser: inner === null ? parser : ofQuotedRows(parser, inner, limits), delimiter, rest }
}

/** Returns the parser of a table whose rows are quoted as a whole, each as the one cell of a row. */
function ofQuotedRows(parser: CsvParser, delimiter: Delimiter, limits: TableLimits): CsvParser {
  const unpacked = (records: CsvRecord[]) =>
    records.flatMap(({ line, cells }) => {
      if (cells.slice(1).some((cell) => cell !== '')) return [{ line, cells }]
      const row = createCsvParser(delimiter, limits, line)
      return [...row.read(cells[0]!), ...row.end()]
    })
  return { read: (text) => unpacked(parser.read(text)), end: () => unpacked(parser.end()) }
}

/** Parses a small table as a whole, whatever its line endings. Throws `TextRefused` if it exceeds a limit. */
export function parseTable(text: string, limits: TableLimits): CsvRecord[] {
  const { parser, rest } = getParser(text.replaceAll(/\r\n?/g, '\n'), limits)
  return [...parser.read(rest), ...parser.end()]
}
