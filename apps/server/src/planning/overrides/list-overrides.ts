import { FAR_OFF_SHARE, type ForecastOverride, type ForecastOverrides } from '@stockcast/contract'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { shopDay } from '../calendar/events.ts'
import { listOverrides, listValueAdded, type OverrideRow } from './list-queries.ts'

/** Returns the changes of forecasts by hand, of the shop or of one product, and what they did to the forecast. */
export async function getOverrides(
  context: Context<'clock'>,
  { variantId }: { variantId?: number | undefined },
): Promise<ForecastOverrides> {
  const { merchantId, tx } = context
  const today = await shopDay(context)
  const rows = await listOverrides(tx, { merchantId, variantId, today })
  return {
    today,
    overrides: rows.map((row) => shownOverride(row, today)),
    valueAdded: await listValueAdded(tx, { merchantId, today }),
  }
}

/** Returns one change of a forecast. */
export async function requireOverride(
  context: Context<'clock'>,
  overrideId: number,
): Promise<ForecastOverride> {
  const { merchantId, tx } = context
  const today = await shopDay(context)
  const [row] = await listOverrides(tx, { merchantId, overrideId, today })
  if (!row) throw new AppError('not_found', refusalTexts.unknownOverride)
  return shownOverride(row, today)
}

function shownOverride(row: OverrideRow, today: string): ForecastOverride {
  const { baseline_units: baselineUnits, changed_units: changedUnits } = row
  const state = row.ends_on < today ? 'ended' : row.starts_on > today ? 'planned' : 'running'
  return {
    id: row.id,
    scope: row.scope,
    scopeName: row.scope_name,
    kind: row.kind,
    amount: row.amount,
    amountLeft: row.amount_left,
    likeName: row.like_name,
    likeVariantId: row.like_variant_id,
    from: row.starts_on,
    to: row.ends_on,
    reason: row.reason,
    author: row.author,
    createdAt: row.created_at.toISOString(),
    state,
    isIdle: row.is_idle && state !== 'ended',
    products: row.products,
    baselineUnits,
    changedUnits,
    isFarOff: isFarOff(changedUnits, baselineUnits),
    judgement:
      row.judged_products === null
        ? null
        : {
            products: row.judged_products,
            baselineError: row.baseline_error ?? 0,
            changedError: row.changed_error ?? 0,
          },
  }
}

/** Returns whether changed units are so far from the forecast that somebody should look again. */
export function isFarOff(changed: number, baseline: number): boolean {
  return Math.abs(changed - baseline) > FAR_OFF_SHARE * baseline
}
