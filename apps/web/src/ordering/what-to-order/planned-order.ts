import { NO_SALES_DAYS, type OrderListRow, type SupplierSubtotal } from '@stockcast/contract'

/** What the merchant changed in the list and did not order yet. */
export interface OrderEdit {
  units?: number
  isSelected?: boolean
}

export interface OrderLine {
  row: OrderListRow
  order: PlannedOrder
}

/** One row with the merchant's changes, which stay on this computer until drafts are created. */
export interface PlannedOrder {
  units: number
  isSelected: boolean
  /** False if the row cannot become part of a draft: it is in one, or nobody sells it. */
  canSelect: boolean
  isChanged: boolean
  packs: number
  /** In the supplier's currency; null without a cost. */
  costMinor: number | null
  /** In the shop's currency; null without a cost or a rate. */
  shopCostMinor: number | null
  /** Most likely days until the stock with this order is used up; null is after the forecast's horizon. */
  lastsDays: number | null
  /** What the supplier may refuse. */
  fault: PackFault | null
}

export type PackFault =
  | { code: 'pack'; packSize: number }
  | { code: 'minimum'; units: number }
  | { code: 'maximum'; units: number }

/** Returns what a row would order, with the cost and the coverage of the merchant's quantity. */
export function plannedOrder(row: OrderListRow, edit: OrderEdit | undefined): PlannedOrder {
  const units = edit?.units ?? row.quantity
  const canSelect = row.inDraft === null && row.supplier !== null
  const isChanged = units !== row.quantity
  const wantsOrder = edit?.isSelected ?? (row.quantity > 0 || isChanged)
  const costMinor = getCost(row, units)
  return {
    units,
    canSelect,
    isSelected: canSelect && units > 0 && wantsOrder,
    isChanged,
    packs: Math.ceil(units / row.packSize),
    costMinor,
    shopCostMinor: getShopCost(row, costMinor),
    lastsDays: lastsDays(row, units),
    fault: getFault(row, units),
  }
}

function getCost({ baseCostMinor, priceBreaks }: OrderListRow, units: number): number | null {
  const unitCost = priceBreaks.findLast(({ fromUnits }) => fromUnits <= units)?.unitCostMinor ?? baseCostMinor
  return unitCost === null ? null : unitCost * units
}

/** Converts by the rate that the server used for this row. */
function getShopCost(row: OrderListRow, costMinor: number | null): number | null {
  if (costMinor === null) return null
  if (costMinor === row.costMinor) return row.shopCostMinor
  if (row.costMinor !== null && row.costMinor > 0 && row.shopCostMinor !== null)
    return Math.round((costMinor * row.shopCostMinor) / row.costMinor)
  return costMinor
}

/**
 * Moves the server's most likely stockout day by the days that the changed units last at the average demand; where
 * nothing was to be ordered, they last from their arrival.
 * Where that day is after the horizon, the whole stock is divided by the average demand.
 */
function lastsDays(row: OrderListRow, units: number): number | null {
  const { quantity, averageDailyDemand, available, notInStore, incoming, leadTime } = row
  if (units === quantity) return row.coverageAfter.middle
  if (units === 0) return row.coverageBefore.middle
  if (averageDailyDemand <= 0) return null
  const lasts = row.coverageAfter.middle
  const from = lasts === null || quantity > 0 ? lasts : Math.max(lasts, leadTime.days)
  if (from !== null) return Math.max(0, Math.round(from + (units - quantity) / averageDailyDemand))
  return Math.min(NO_SALES_DAYS, Math.floor((available + notInStore + incoming + units) / averageDailyDemand))
}

function getFault({ packSize, minimumUnits, maximumUnits }: OrderListRow, units: number): PackFault | null {
  if (units === 0) return null
  if (minimumUnits !== null && units < minimumUnits) return { code: 'minimum', units: minimumUnits }
  if (maximumUnits !== null && units > maximumUnits) return { code: 'maximum', units: maximumUnits }
  return units % packSize === 0 ? null : { code: 'pack', packSize }
}

export interface OrderSums {
  rows: number
  units: number
  /** In the shop's currency, over the rows whose cost is known. */
  costMinor: number
  rowsWithoutCost: number
  /** What ordering is expected to earn more than not ordering, in the shop's currency, where it is known. */
  profitMinor: number
  /** Rows with an unknown profit: without price or cost, or with another quantity than the calculated one. */
  rowsWithoutProfit: number
  suppliers: number
}

/** Adds up the selected rows. */
export function getSums(planned: readonly OrderLine[]): OrderSums {
  const selected = planned.filter(({ order }) => order.isSelected)
  const profits = selected.flatMap(({ row, order }) => (order.isChanged ? [] : (row.valueMinor ?? [])))
  return {
    rows: selected.length,
    units: selected.reduce((sum, { order }) => sum + order.units, 0),
    costMinor: selected.reduce((sum, { order }) => sum + (order.shopCostMinor ?? 0), 0),
    rowsWithoutCost: selected.filter(({ order }) => order.shopCostMinor === null).length,
    profitMinor: profits.reduce((sum, profit) => sum + Math.max(0, profit), 0),
    rowsWithoutProfit: selected.length - profits.length,
    suppliers: new Set(selected.map(({ row }) => row.supplier?.id)).size,
  }
}

/** What a supplier's minimum still lacks, with the merchant's changes. */
export interface MissingToMinimum {
  subtotal: SupplierSubtotal
  amountMinor: number | null
  units: number | null
}

/**
 * Returns the suppliers whose orders stay below their minimum with the merchant's changes, by what the changed quantities
 * cost. Rows that are not among `lines` count as the server listed them.
 */
export function belowMinimum(
  suppliers: readonly SupplierSubtotal[],
  lines: readonly OrderLine[],
): MissingToMinimum[] {
  return suppliers.flatMap((subtotal) => {
    const { minimum, supplierId } = subtotal
    const theirs = lines.filter(({ row }) => row.supplier?.id === supplierId)
    const selected = theirs.filter(({ order }) => order.isSelected)
    if (minimum === null || selected.length === 0) return []
    const more = (chosen: (line: OrderLine) => number, listed: (line: OrderLine) => number) =>
      selected.reduce((sum, line) => sum + chosen(line), 0) -
      theirs.reduce((sum, line) => sum + listed(line), 0)
    const cost = more(
      ({ order }) => order.costMinor ?? 0,
      ({ row }) => row.costMinor ?? 0,
    )
    const units = more(
      ({ order }) => order.units,
      ({ row }) => row.quantity,
    )
    const amountMinor = minimum.amountMinor === null ? null : minimum.amountMinor - subtotal.costMinor - cost
    const missing = minimum.units === null ? null : minimum.units - subtotal.units - units
    const isReached = (amountMinor ?? 0) <= 0 && (missing ?? 0) <= 0
    return isReached ? [] : [{ subtotal, amountMinor, units: missing }]
  })
}
