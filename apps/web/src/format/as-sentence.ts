/** Returns words of a provider or of our server with a full stop, where they have no end of their own. */
export function asSentence(words: string): string {
  const isWhole = /[.!?]$/.test(words)
  return isWhole ? words : `${words}.`
}
