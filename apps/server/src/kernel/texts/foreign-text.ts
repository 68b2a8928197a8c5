const MAX_QUOTED_CHARACTERS = 60
const LINE_END = /\r\n?|[\u2028\u2029]/g
const INVISIBLE = /\p{Cf}/gu

/** What ends the scheme of an address, such as `https://` and `mailto:`. */
const SCHEME_END = /:[/\\]+|(?<=\p{L}):(?=\S)/gu
/** A dot, or a character that browsers read as one, before what may be the end of a host's name. */
const DOT = /(?<=[^\s.])[.。．｡․](?=[\p{L}\p{M}]{2})/gu

/** Returns a text of somebody else on one line, without invisible characters and those that reverse the order of others. */
export function getLine(text: string, most: number): string {
  const line = text
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** Quotes a name, so that it cannot be taken for our own words or close the quotes. */
export function quoted(name: string): string {
  return `“${getLine(name.replace(/["“”„‟]/g, "'"), MAX_QUOTED_CHARACTERS)}”`
}

/** Returns the lines of a text of somebody else, cleaned as by `getLine`, with at most one empty line between two. */
export function getLines(text: string): string[] {
  const plain = text
    .replace(LINE_END, '\n')
    .replace(INVISIBLE, '')
    .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, ' ')
    .replace(/ +(?=\n|$)/g, '')
  return plain
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
}

/**
 * Returns a text in which no mail program finds a link: `https://acme.example/order` becomes
 * `https: acme[.]example/order`, which people can read and programs do not follow.
 */
export function withoutLinks(text: string): string {
  return text.replace(SCHEME_END, ': ').replace(DOT, '[.]')
}
