/**
 * Splits whole units in proportion to weights, by the largest remainder; ties go to the first. The shares are whole and add up to
 * the units exactly. Equal shares where no weight is above zero; negative units are split alike.
 * Source: Balinski and Young 1982, "Fair representation", Hamilton's method.
 */
export function shareUnits(units: number, weights: readonly number[]): number[] {
  if (units < 0) return shareUnits(-units, weights).map((share) => (share === 0 ? 0 : -share))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const exact = weights.map((weight) => (sum > 0 ? (units * weight) / sum : units / weights.length))
  const shares = exact.map(Math.floor)
  const left = units - shares.reduce((total, share) => total + share, 0)
  const byRemainder = exact
    .map((share, i) => ({ i, remainder: share - shares[i]! }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i)
  for (const { i } of byRemainder.slice(0, left)) shares[i]!++
  return shares
}
