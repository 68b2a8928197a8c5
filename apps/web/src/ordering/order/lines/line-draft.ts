import {
  majorAmount,
  minorAmount,
  minorDigits,
  type PurchaseOrder,
  type PurchaseOrderLine,
  type SavePurchaseOrder,
} from '@stockcast/contract'

/** The text typed for one line; empty is unknown for a cost, and "as ordered" for confirmed units. */
export interface LineDraft {
  /** Absent on a line that is new. */
  id?: number
  variantId: number
  title: string
  sku: string | null
  packSize: number
  /** What the product sells for; null if that is unknown or in another currency. */
  priceMinor: number | null
  units: string
  cost: string
  confirmed: string
  /** The line is removed when the order is saved; until then it can be put back. */
  isRemoved?: boolean
}

export const typedFields = ['units', 'cost', 'confirmed'] as const
export type TypedField = (typeof typedFields)[number]

export const getDraft = (line: PurchaseOrderLine, currency: string): LineDraft => ({
  id: line.id,
  variantId: line.variantId,
  title: line.title,
  sku: line.sku,
  packSize: line.packSize,
  priceMinor: line.priceMinor,
  units: String(line.ordered),
  cost:
    line.unitCostMinor === null
      ? ''
      : majorAmount(line.unitCostMinor, currency).toFixed(minorDigits(currency)),
  confirmed: line.confirmed === null ? '' : String(line.confirmed),
})

const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim())
const isCost = (text: string) => /^\d+([.,]\d+)?$/.test(text.trim())

/** Returns what is wrong with a draft; null if it can be saved. */
export function getFault({ title, units, cost, confirmed, isRemoved }: LineDraft): string | null {
  if (isRemoved) return null
  if (!isWhole(units) || Number(units) < 1) return `${title}: enter at least 1 unit.`
  if (cost.trim() !== '' && !isCost(cost)) return `${title}: enter a cost such as 11.40.`
  if (confirmed.trim() !== '' && !isWhole(confirmed)) return `${title}: enter whole confirmed units.`
  return null
}

/** Returns whether a draft would change its line. */
export function isChanged(draft: LineDraft, before: LineDraft | undefined): boolean {
  if (before === undefined) return !draft.isRemoved
  return draft.isRemoved === true || typedFields.some((field) => draft[field].trim() !== before[field])
}

function getUnitCost({ cost }: LineDraft, currency: string): number | null {
  return isCost(cost) ? minorAmount(Number(cost.trim().replace(',', '.')), currency) : null
}

/** Returns units × cost as typed; null if one of them is not known. */
export function getLineCost(draft: LineDraft, currency: string): number | null {
  const unitCostMinor = getUnitCost(draft, currency)
  const units = draft.confirmed.trim() === '' ? draft.units : draft.confirmed
  return unitCostMinor === null || !isWhole(units) ? null : Number(units) * unitCostMinor
}

/** Returns the next whole number of packs for units that are none; null if they are. */
export function wholePacks({ units, packSize }: LineDraft): number | null {
  if (!isWhole(units) || packSize <= 1 || Number(units) % packSize === 0) return null
  return Math.ceil(Number(units) / packSize) * packSize
}

/** Returns whether a unit is typed to cost more than it sells for. */
export function isTooDear(draft: LineDraft, currency: string): boolean {
  const cost = getUnitCost(draft, currency)
  return cost !== null && draft.priceMinor !== null && draft.priceMinor > 0 && cost > draft.priceMinor
}

type SavedLines = NonNullable<SavePurchaseOrder['lines']>

/** Returns the lines as they are sent; all of them, because lines that are left out are removed. */
export function savedLines(drafts: readonly LineDraft[], { currency, lines }: PurchaseOrder): SavedLines {
  return drafts
    .filter(({ isRemoved }) => !isRemoved)
    .map((draft) => {
      const { id, variantId, units, confirmed } = draft
      const line = lines.find((each) => each.id === id)
      const unitCostMinor = getUnitCost(draft, currency)
      return {
        ...(id === undefined ? {} : { id }),
        variantId,
        units: Number(units),
        // A new line without a cost gets the supplier's price.
        ...(id === undefined && unitCostMinor === null ? {} : { unitCostMinor }),
        ...(id === undefined ? {} : { confirmedUnits: confirmed.trim() === '' ? null : Number(confirmed) }),
        ...(line === undefined ? {} : { expectedOn: line.expectedOn }),
      }
    })
}
