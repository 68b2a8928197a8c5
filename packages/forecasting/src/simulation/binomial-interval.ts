/** Sums for a share over groups of correlated cases: products, each with many overlapping weeks. */
export interface GroupedShare {
  groups: number
  cases: number
  hits: number
  /** Sums over groups of cases², hits² and cases · hits. */
  casesSquared: number
  hitsSquared: number
  product: number
}

export function emptyShare(): GroupedShare {
  return { groups: 0, cases: 0, hits: 0, casesSquared: 0, hitsSquared: 0, product: 0 }
}

export function addGroup(share: GroupedShare, cases: number, hits: number): void {
  if (cases === 0) return
  share.groups++
  share.cases += cases
  share.hits += hits
  share.casesSquared += cases * cases
  share.hitsSquared += hits * hits
  share.product += cases * hits
}

const Z_95 = 1.96

/**
 * Returns the 95 % binomial confidence interval of the share, 0–1; null without a case. Cases of one group
 * are correlated, so the variance is that of group sums (the ratio estimator, Cochran 1977, §2.11). The
 * result is Wilson's interval for the number of independent cases with that variance: at most the number of
 * cases, or of groups if the variance is zero.
 */
export function binomialInterval(share: GroupedShare): { low: number; high: number } | null {
  const { cases, hits } = share
  if (cases === 0) return null
  const p = hits / cases
  const n = independentCases(share, p)
  const zz = Z_95 * Z_95
  const centre = (p + zz / (2 * n)) / (1 + zz / n)
  const half = (Z_95 * Math.sqrt((p * (1 - p)) / n + zz / (4 * n * n))) / (1 + zz / n)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

function independentCases(
  { groups, cases, casesSquared, hitsSquared, product }: GroupedShare,
  p: number,
): number {
  if (groups < 2) return 1
  const residuals = hitsSquared - 2 * p * product + p * p * casesSquared
  const variance = ((groups / (groups - 1)) * residuals) / (cases * cases)
  const seen = (p * (1 - p)) / variance
  return p * (1 - p) > 0 && variance > 0 ? Math.min(cases, seen) : groups
}
