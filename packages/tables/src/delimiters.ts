const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

const LINES_LOOKED_AT = 10
/** A first line that names the delimiter, as spreadsheets write and read it. */
const STATED = /^\ufeff?"?sep=([,;\t|])"?[,;\t|]*\n/i

/** Returns the delimiter that a first line `sep=;` names, and the text below it; null without such a line. */
export function statedDelimiter(text: string): { delimiter: Delimiter; rest: string } | null {
  const [line, delimiter] = STATED.exec(text) ?? []
  return line === undefined ? null : { delimiter: delimiter as Delimiter, rest: text.slice(line.length) }
}

const WHOLE_ROW = /^"(?:[^"]|"")*"[,;\t|]*$/

/**
 * Returns the delimiter of rows that are quoted as a whole, such as `"sku,day,units"`, as a spreadsheet writes text that was pasted
 * into one column; null if any of the first rows is not.
 */
export function delimiterInQuotedRows(text: string): Delimiter | null {
  const lines = text
    .replace('\ufeff', '')
    .split('\n', LINES_LOOKED_AT + 1)
    .slice(0, LINES_LOOKED_AT)
    .filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => WHOLE_ROW.test(line))) return null
  const inner = lines.map((line) => line.slice(1, line.lastIndexOf('"')).replaceAll('""', '"'))
  const delimiter = getDelimiter(inner.join('\n'))
  return inner.every((line) => line.includes(delimiter)) ? delimiter : null
}

/**
 * Returns the delimiter that most of the first lines have outside quoted text, and among several, the one that occurs most
 * often in the first of these lines. In all rows but the first, names may contain another delimiter.
 */
export function getDelimiter(text: string): Delimiter {
  const lines = text
    .split('\n', LINES_LOOKED_AT + 1)
    .slice(0, LINES_LOOKED_AT)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const [best] = DELIMITERS.map((mark) => {
    const having = lines.filter((line) => line.includes(mark))
    return { mark, lines: having.length, marks: (having[0] ?? '').split(mark).length - 1 }
  }).toSorted((a, b) => b.lines - a.lines || b.marks - a.marks)
  return best?.mark ?? ','
}
