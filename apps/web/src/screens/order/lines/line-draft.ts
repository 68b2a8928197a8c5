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
  units: string
  cost: string
  confirmed: string
}

export const draftOf = (line: PurchaseOrderLine, currency: string): LineDraft => ({
  id: line.id,
  variantId: line.variantId,
  title: line.title,
  sku: line.sku,
  units: String(line.ordered),
  cost:
    line.unitCostMinor === null
      ? ''
      : majorAmount(line.unitCostMinor, currency).toFixed(minorDigits(currency)),
  confirmed: line.confirmed === null ? '' : String(line.confirmed),
})

const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim())

/** Returns what is wrong with a draft; null where it can be saved. */
export function faultOf({ units, cost, confirmed }: LineDraft): string | null {
  if (!isWhole(units) || Number(units) < 1) return 'Enter at least 1 unit.'
  if (cost.trim() !== '' && !/^\d+([.,]\d+)?$/.test(cost.trim())) return 'Enter a cost such as 11.40.'
  if (confirmed.trim() !== '' && !isWhole(confirmed)) return 'Enter whole confirmed units.'
  return null
}

type SavedLines = NonNullable<SavePurchaseOrder['lines']>

/** Returns the lines as they are sent; all of them, because lines that are left out are removed. */
export function savedLines(drafts: readonly LineDraft[], { currency, lines }: PurchaseOrder): SavedLines {
  return drafts.map(({ id, variantId, units, cost, confirmed }) => {
    const line = lines.find((each) => each.id === id)
    const typed = cost.trim().replace(',', '.')
    const unitCostMinor = typed === '' ? null : minorAmount(Number(typed), currency)
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
