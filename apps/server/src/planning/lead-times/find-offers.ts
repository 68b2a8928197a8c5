import type { Tx } from '../../kernel/database/app-database.ts'
import { findSuppliers, type SupplierTerms } from './find-suppliers.ts'
import { listOffers, type OfferRow } from './queries.ts'

/** What a supplier sells of a variant, with the supplier's terms. */
export interface VariantOffer extends Omit<OfferRow, 'supplierId' | 'variantId'> {
  supplier: SupplierTerms
}

/** Returns the offers for each variant that has a supplier, the preferred one first. */
export async function findOffers(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; today: number; shopDays: number },
): Promise<Map<number, VariantOffer[]>> {
  const rows = await listOffers(tx, args)
  const supplierIds = [...new Set(rows.map(({ supplierId }) => supplierId))]
  const suppliers = await findSuppliers(tx, { ...args, supplierIds })
  const offers = new Map<number, VariantOffer[]>()
  for (const { variantId, supplierId, ...row } of rows) {
    const supplier = suppliers.get(supplierId)
    if (!supplier) continue
    const own = offers.get(variantId)
    if (own) own.push({ ...row, supplier })
    else offers.set(variantId, [{ ...row, supplier }])
  }
  return offers
}
