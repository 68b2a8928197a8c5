import type { OverrideKind } from '@stockcast/contract'
import { allTimes } from '@stockcast/forecasting'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { getRepeats } from '../calendar/events.ts'
import { listToldRows, type ToldRow } from '../calendar/queries.ts'
import { listRaisedRows, type RaisedRow } from './change-queries.ts'

/** Why a product is expected to sell more than on usual days. */
export interface Raisers {
  /** The strongest holiday or sale of the days on which no change by hand counts. */
  event: { name: string; ratio: number } | null
  /** The change by hand that counts first; `amount` is the product's part. */
  change: { kind: OverrideKind; amount: number; likeName: string | null } | null
}

/** Less than this, as a multiple of a usual day, is not mentioned. */
const LEAST_RATIO = 1.1

/**
 * Returns what raises the forecast of each product on its next `days`, from `today` (an epoch day) on. A product that nothing
 * raises is not in the map.
 */
export async function whatRaises(
  tx: Tx,
  args: { merchantId: number; today: number; ahead: ReadonlyMap<number, number> },
): Promise<Map<number, Raisers>> {
  const { merchantId, today, ahead } = args
  const raised = new Map<number, Raisers>()
  if (ahead.size === 0) return raised
  const rows = await listRaisedRows(tx, {
    merchantId,
    variantIds: [...ahead.keys()],
    today: dayFromEpoch(today),
  })
  const isTold = rows.some(({ dayRatios }) => dayRatios?.some(([, ratio]) => ratio >= LEAST_RATIO))
  const sales = isTold ? (await listToldRows(tx, merchantId)).filter(isSale) : []
  for (const row of rows) {
    const last = today + (ahead.get(row.variantId) ?? 0) - 1
    const of = raisersOf(row, { today, last, sales })
    if (of.event || of.change) raised.set(row.variantId, of)
  }
  return raised
}

const isSale = ({ kind, status }: ToldRow) => kind === 'sale' && status === 'confirmed'

function raisersOf(
  { variantId, events, dayRatios, changes }: RaisedRow,
  { today, last, sales }: { today: number; last: number; sales: readonly ToldRow[] },
): Raisers {
  const overrides = (changes?.overrides ?? []).filter(({ from, to }) => from <= last && to >= today)
  const change = overrides.find(({ raises }) => raises)
  const isFree = ({ day, ratio }: { day: number; ratio: number }) =>
    ratio >= LEAST_RATIO &&
    day >= today &&
    day <= last &&
    !overrides.some(({ from, to }) => day >= from && day <= to)
  const told = (dayRatios ?? []).map(([day, ratio]) => ({ day, ratio, name: null }))
  const [best] = [...(events ?? []), ...told].filter(isFree).toSorted((a, b) => b.ratio - a.ratio)
  return {
    event: best ? { name: best.name ?? saleOn(best.day, variantId, sales), ratio: best.ratio } : null,
    change: change ? { kind: change.kind, amount: change.amount, likeName: change.likeName ?? null } : null,
  }
}

function saleOn(day: number, variantId: number, sales: readonly ToldRow[]): string {
  const found = sales.find(
    (sale) =>
      (sale.variantIds === null || sale.variantIds.includes(variantId)) &&
      allTimes({ kind: 'sale', from: sale.from, to: sale.to, ...getRepeats(sale) }, day).some(
        ({ from, to }) => day >= from && day <= to,
      ),
  )
  return found?.name || 'a sale'
}
