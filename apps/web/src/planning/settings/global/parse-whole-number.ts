/** Parses typed text as a whole number of at least 0; anything else becomes 0 (G-02). */
export function parseWholeNumber(typed: string | number): number {
  const value = Number.parseInt(String(typed), 10)
  return Number.isFinite(value) && value > 0 ? value : 0
}
