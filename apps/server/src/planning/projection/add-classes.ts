import { type AbcClass, abcClasses } from '@stockcast/forecasting'
import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { listContributions } from './class-queries.ts'
import type { StockProjection } from './derive-projection.ts'

/** A stock projection with its place among those of the shop. */
export interface ClassedProjection extends StockProjection {
  /** Expected daily demand × margin, or × price where no cost is known; null without a price. */
  daily_contribution: number | null
  abc: AbcClass | null
}

/**
 * Returns these projections with what each contributes a day, and their classes: those of all variants (`variantIds` null)
 * as they follow from it, those of some as stored. `haveMoved`: one of some contributes another amount than before, which
 * may move any variant of the shop to another class.
 */
export async function addClasses(
  tx: Tx,
  args: SomeVariants & { projections: readonly StockProjection[] },
): Promise<{ projections: ClassedProjection[]; haveMoved: boolean }> {
  const { merchantId, variantIds, projections } = args
  const known = await listContributions(tx, { merchantId, variantIds })
  let haveMoved = false
  const contributing = projections.map((projection): ClassedProjection => {
    const { unitMinor = null, daily = null, abc = null } = known.get(projection.variant_id) ?? {}
    // The demand as its column holds it, so that what is stored again is equal.
    const own = unitMinor === null ? null : Math.fround(projection.expected_daily_demand) * unitMinor
    if (own !== daily) haveMoved = true
    return { ...projection, daily_contribution: own, abc }
  })
  if (variantIds !== null) return { projections: contributing, haveMoved }
  const classes = abcClasses(contributing.flatMap(({ daily_contribution }) => daily_contribution ?? []))
  let at = 0
  for (const one of contributing) one.abc = one.daily_contribution === null ? null : (classes[at++] ?? null)
  return { projections: contributing, haveMoved: false }
}
