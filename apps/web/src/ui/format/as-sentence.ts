/** Returns a text of a provider or of our server, with a full stop unless it already ends a sentence. */
export function asSentence(words: string): string {
  const isWhole = /[.!?]$/.test(words)
  return isWhole ? words : `${words}.`
}
