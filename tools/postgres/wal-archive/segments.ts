const SEGMENT = /^[0-9A-F]{24}$/
/** Segments of 16 MB in 4 GB, after which the middle of the name goes up. */
const SEGMENTS_IN_LOG = 256n

/** Returns whether a file in the folder of WAL is a segment, not a history of timelines or of a backup. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name)
}

/** Returns the name of the segment after this one, on the same timeline. */
export function nextSegment(name: string): string {
  const [log, segment] = [BigInt(`0x${name.slice(8, 16)}`), BigInt(`0x${name.slice(16)}`)]
  const next = log * SEGMENTS_IN_LOG + segment + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${name.slice(0, 8)}${hex(next / SEGMENTS_IN_LOG)}${hex(next % SEGMENTS_IN_LOG)}`
}

/**
 * Follows the segments from `first` on. Returns the last one before something is missing, and what is missing
 * if later segments are there.
 */
export function followSegments(
  names: readonly string[],
  first: string,
): { last: string | undefined; missing: string | undefined } {
  const known = new Set(names)
  let last: string | undefined
  let next = first
  for (; known.has(next); next = nextSegment(next)) last = next
  const hasLater = names.some((name) => name.startsWith(first.slice(0, 8)) && name > next)
  return { last, missing: hasLater || last === undefined ? next : undefined }
}
