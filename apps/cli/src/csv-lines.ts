const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const COMMA = 44
const QUOTE = 34

export interface Line {
  /** 1-based. */
  number: number
  start: number
  /** Index after the last byte, without the line end. */
  end: number
}

/** Yields the lines of a file, without blank lines at its end and without a byte-order mark. */
export function* getLines(bytes: Uint8Array): Generator<Line> {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === LINE_FEED || bytes[end - 1] === CARRIAGE_RETURN)) end--
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  for (let number = 1; start < end; number++) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const stop = feed === -1 || feed > end ? end : feed
    yield { number, start, end: stop > start && bytes[stop - 1] === CARRIAGE_RETURN ? stop - 1 : stop }
    start = stop + 1
  }
}

/** Splits a file whose bytes arrive in pieces into the same lines as `getLines`. */
export class LineSplitter {
  readonly #take: (bytes: Uint8Array, line: Line) => void
  /** The start of the line that the next piece continues. */
  #rest = new Uint8Array(0)
  #lines = 0
  /** Blank lines before the next one; those at the end of the file are left out. */
  #blank = 0

  /** `take` gets each line with the bytes that contain it. They are only valid until `take` returns. */
  constructor(take: (bytes: Uint8Array, line: Line) => void) {
    this.#take = take
  }

  /** Takes the next piece of the file, of any size. */
  add(piece: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? joined(this.#rest, piece) : piece
    let start = 0
    for (let feed = bytes.indexOf(LINE_FEED); feed !== -1; feed = bytes.indexOf(LINE_FEED, start)) {
      this.#line(bytes, start, feed)
      start = feed + 1
    }
    this.#rest = bytes.slice(start)
  }

  /** Passes on the last line, which may have no line end. */
  end(): void {
    if (this.#rest.length > 0) this.#line(this.#rest, 0, this.#rest.length)
  }

  #line(bytes: Uint8Array, begin: number, feed: number): void {
    const isMarked = this.#lines + this.#blank === 0 && bytes[begin] === 0xef && bytes[begin + 1] === 0xbb
    const start = isMarked && bytes[begin + 2] === 0xbf ? begin + 3 : begin
    const end = feed > start && bytes[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed
    if (start === end) {
      this.#blank++
      return
    }
    for (; this.#blank > 0; this.#blank--) this.#take(bytes, { number: ++this.#lines, start, end: start })
    this.#take(bytes, { number: ++this.#lines, start, end })
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/**
 * Returns the first cell and the start of the next (`end + 1` if there is none); null for an unclosed quote.
 */
export function firstCell(bytes: Uint8Array, line: Line): { text: string; next: number } | null {
  if (bytes[line.start] === QUOTE) return quotedCell(bytes, line)
  let stop = line.start
  while (stop < line.end && bytes[stop] !== COMMA) stop++
  return { text: toText(bytes, line.start, stop), next: stop + 1 }
}

function quotedCell(bytes: Uint8Array, line: Line): { text: string; next: number } | null {
  let at = line.start + 1
  while (at < line.end) {
    if (bytes[at] !== QUOTE) at++
    else if (bytes[at + 1] === QUOTE && at + 1 < line.end) at += 2
    else break
  }
  const isClosed = at < line.end && (at + 1 === line.end || bytes[at + 1] === COMMA)
  if (!isClosed) return null
  return { text: toText(bytes, line.start + 1, at).replaceAll('""', '"'), next: at + 2 }
}

const decoder = new TextDecoder()

/** Returns the bytes from `start` to before `end` as text. */
export function toText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

/** Returns a text as a CSV cell, in quotes where it needs them. */
export function cellText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
