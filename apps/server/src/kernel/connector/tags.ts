/** As many as a store allows, and as long. */
const MOST = 250
const LONGEST = 255

/** Returns tags without those that are empty or repeated, in any case, and without line breaks. */
export function tidyTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags) {
    const text = tag
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, LONGEST)
    if (text !== '' && !known.has(text.toLowerCase())) known.set(text.toLowerCase(), text)
  }
  return [...known.values()].slice(0, MOST)
}
