import {
  type AdoptedVendors,
  type adoptVendorsSchema,
  DEFAULT_LEAD_TIME_DAYS,
  type VendorList,
} from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { findSettings } from '../../../planning/index.ts'
import { announceChange } from '../announce-change.ts'
import { lockSuppliers } from '../queries.ts'
import {
  countWithoutVendor,
  insertVendorItems,
  insertVendorSuppliers,
  listUnsoldVendors,
} from './vendor-queries.ts'

/** Returns the vendors that the store names and that could become suppliers. */
export async function listVendors({ merchantId, tx }: Context): Promise<VendorList> {
  const { currency } = await requireShopFacts(tx, merchantId)
  const settings = await findSettings(tx, merchantId)
  return {
    vendors: await listUnsoldVendors(tx, { merchantId, currency }),
    withoutVendor: await countWithoutVendor(tx, merchantId),
    defaultLeadTimeDays: settings?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS,
  }
}

/**
 * Creates a supplier of each of these vendors, unless one has the name, and lets it sell the vendor's products that have no
 * supplier. They keep the store's cost until the supplier's price is known. Repeating a call changes nothing.
 */
export async function adoptVendors(
  context: Context<'clock' | 'jobs' | 'live'>,
  { vendors }: z.output<typeof adoptVendorsSchema>,
): Promise<AdoptedVendors> {
  const { merchantId, tx } = context
  await lockSuppliers(tx, merchantId)
  const { currency } = await requireShopFacts(tx, merchantId)
  assertOnce(vendors.map(({ name }) => name))
  const at = context.clock.now()
  const suppliers = await insertVendorSuppliers(tx, { merchantId, currency, at, vendors })
  const names = vendors.map(({ name }) => name)
  const variantIds = await insertVendorItems(tx, { merchantId, at, names })
  if (suppliers > 0 || variantIds.length > 0) await announceChange(context, { variantIds })
  return { suppliers, products: variantIds.length }
}

function assertOnce(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase()
    if (seen.has(key)) {
      const field = `vendors.${index}.name`
      throw new AppError('invalid_input', `${field}: This vendor is in the list twice.`, { field })
    }
    seen.add(key)
  }
}
