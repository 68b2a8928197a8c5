import type { SupplierSubtotal } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { getCostMinor } from '../plans/order-plan.ts'
import type { Chosen } from './choose-quantities.ts'
import { type ListedSupplier, listDetails } from './list-queries.ts'
import type { WholeList } from './whole-list.ts'

/** Returns what is ordered of each supplier, and what is missing to its minimum. */
export async function supplierSubtotals(
  tx: Tx,
  { merchantId, whole }: { merchantId: number; whole: WholeList },
): Promise<SupplierSubtotal[]> {
  const ordered = whole.chosen.filter(({ units }) => units > 0)
  const short = ordered.filter(({ candidate }) => whole.missing.has(candidate.supplierId ?? 0))
  const variantIds = short.map(({ candidate }) => candidate.variantId)
  const plans = await listDetails(tx, { merchantId, variantIds })
  const waits = [...Map.groupBy(short, ({ candidate }) => candidate.supplierId)].map(([supplierId, own]) => {
    const known = own.flatMap(({ candidate }) => plans.get(candidate.variantId)?.details ?? [])
    const chances = known.flatMap(({ waitStockoutProbability }) => waitStockoutProbability ?? [])
    const waitUntil = known.find(({ nextOrderDay }) => nextOrderDay !== null)?.nextOrderDay ?? null
    return [supplierId, { waitUntil, chance: chances.length === 0 ? null : Math.max(...chances) }] as const
  })
  const waitOf = new Map(waits)
  return [...Map.groupBy(ordered, ({ candidate }) => candidate.supplierId)].map(([supplierId, own]) => {
    const supplier = whole.suppliers.get(supplierId ?? 0)
    const missing = whole.missing.get(supplierId ?? 0)
    const isValue = supplier?.minimumKind === 'value'
    return {
      supplierId,
      name: supplier?.name ?? null,
      currency: supplier?.currency ?? whole.shop.currency,
      rows: own.length,
      units: own.reduce((sum, { units }) => sum + units, 0),
      ...getCost(own),
      minimum: getMinimum(supplier),
      below:
        missing === undefined
          ? null
          : {
              amountMinor: isValue ? missing : null,
              units: isValue ? null : missing,
              waitUntil: waitOf.get(supplierId)?.waitUntil ?? null,
              waitStockoutProbability: waitOf.get(supplierId)?.chance ?? null,
            },
    }
  })
}

function getMinimum(supplier: ListedSupplier | undefined): SupplierSubtotal['minimum'] {
  if (!supplier || supplier.minimumKind === 'none' || supplier.minimumAmount === null) return null
  return supplier.minimumKind === 'value'
    ? { amountMinor: supplier.minimumAmount, units: null }
    : { amountMinor: null, units: supplier.minimumAmount }
}

function getCost(own: readonly Chosen[]): Pick<SupplierSubtotal, 'costMinor' | 'rowsWithoutCost'> {
  const costs = own.map(({ candidate, units }) => getCostMinor(candidate, units))
  return {
    costMinor: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    rowsWithoutCost: costs.filter((cost) => cost === null).length,
  }
}
