import { AppError } from '../errors.ts'
import { MAX_DEPTH } from './unstorable.ts'

/** Names in one object; our widest body has about twenty. */
const MAX_NAMES = 1_000

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Refuses JSON with deep nesting or with objects of many names before it is parsed: a parser takes up to half
 * a second for 1 MB of either, and a few milliseconds for 1 MB of rows.
 */
export function assertParsable(body: Buffer): void {
  const names: number[] = []
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfText(body, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (names.push(0) > MAX_DEPTH) throw refusal(`is nested deeper than ${MAX_DEPTH} levels`)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) names.pop()
    else if (byte === COLON) {
      const count = (names.at(-1) ?? 0) + 1
      if (count > MAX_NAMES) throw refusal(`has an object with more than ${MAX_NAMES} names`)
      if (names.length > 0) names[names.length - 1] = count
    }
  }
}

/** Returns where the text that begins at `start` ends. */
function endOfText(body: Buffer, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

function refusal(fault: string): AppError {
  return new AppError('invalid_input', `The request ${fault}.`, { field: 'request' })
}
