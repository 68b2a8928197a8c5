import type { ReportFigures, ReportKind } from '@stockcast/contract'
import type { Context } from '../../../kernel/verb-context.ts'
import { accuracyFigures } from './accuracy.ts'
import type { ReportDays } from './figures-of.ts'
import { overstockFigures } from './overstock.ts'
import { stockoutFigures } from './stockouts.ts'
import { supplierFigures } from './suppliers.ts'
import { orderFigures } from './to-order.ts'

const figures: Record<ReportKind, (context: Context<'clock'>, days: ReportDays) => Promise<ReportFigures>> = {
  to_order: orderFigures,
  stockouts: stockoutFigures,
  overstock: overstockFigures,
  suppliers: supplierFigures,
  accuracy: accuracyFigures,
}

/** Returns the figures of a report: the one place where they are computed, from what the screens show. */
export function findFigures(
  context: Context<'clock'>,
  { kind, days }: { kind: ReportKind; days: ReportDays },
): Promise<ReportFigures> {
  return figures[kind](context, days)
}
