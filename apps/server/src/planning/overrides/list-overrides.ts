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
    overrides: rows.map(shownOverride),
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
  return shownOverride(row)
}

function shownOverride(row: OverrideRow): ForecastOverride {
  const { baselineUnits, changedUnits, createdAt } = row
  return { ...row, createdAt: createdAt.toISOString(), isFarOff: isFarOff(changedUnits, baselineUnits) }
}

/** Returns whether changed units are so far from the forecast that somebody should look again. */
export function isFarOff(changed: number, baseline: number): boolean {
  return Math.abs(changed - baseline) > FAR_OFF_SHARE * baseline
}
