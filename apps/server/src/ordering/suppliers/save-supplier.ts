import { minorDigits, type SupplierRow, type supplierRequestSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../kernel/errors.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { assertAddressFits } from '../../kernel/texts/address-lines.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { announceChange } from './announce-change.ts'
import { getSupplier } from './list-suppliers.ts'
import {
  countItems,
  findSupplier,
  findSupplierByName,
  insertSupplier,
  listVariantsOfSuppliers,
  lockSuppliers,
  type StoredSupplier,
  type SupplierFields,
  type SupplierKey,
  setArchived,
  updateSupplier,
} from './queries.ts'

type SupplierContext = Context<'clock' | 'config' | 'jobs' | 'live'>
type Wanted = z.output<typeof supplierRequestSchema>

/** Creates a supplier. */
export async function createSupplier(context: SupplierContext, wanted: Wanted): Promise<SupplierRow> {
  const { merchantId, tx } = context
  await lockSuppliers(tx, merchantId)
  const { currency } = await requireShopFacts(tx, merchantId)
  const usual = { currency, otherEmails: [], contactName: '', address: '', coverDays: null }
  const fields = getFields(wanted, usual)
  await assertNameFree(context, { name: fields.name, supplierId: null })
  const supplierId = await insertSupplier(tx, { merchantId, fields, at: context.clock.now() })
  await announceChange(context, { variantIds: [] })
  return (await getSupplier(context, { supplierId })).supplier
}

/** Saves the fields of a supplier. */
export async function saveSupplier(
  context: SupplierContext,
  { supplierId, wanted }: { supplierId: number; wanted: Wanted },
): Promise<SupplierRow> {
  const { merchantId, tx } = context
  const key = { merchantId, supplierId }
  await lockSuppliers(tx, merchantId)
  const before = await requireSupplier(context, key)
  const fields = getFields(wanted, before)
  await assertCurrencyFits(context, { before, currency: fields.currency })
  await assertNameFree(context, { name: fields.name, supplierId })
  await updateSupplier(tx, key, { fields, at: context.clock.now() })
  await announceChange(context, {
    variantIds: await listVariantsOfSuppliers(tx, { merchantId, supplierIds: [supplierId] }),
  })
  return (await getSupplier(context, { supplierId })).supplier
}

/** Archives a supplier: nothing more is ordered from it, and its open orders are received and closed as before. */
export function archiveSupplier(
  context: SupplierContext,
  input: { supplierId: number },
): Promise<SupplierRow> {
  return changeArchived(context, { ...input, archivedAt: context.clock.now() })
}

/** Restores an archived supplier. */
export function restoreSupplier(
  context: SupplierContext,
  input: { supplierId: number },
): Promise<SupplierRow> {
  return changeArchived(context, { ...input, archivedAt: null })
}

async function changeArchived(
  context: SupplierContext,
  { supplierId, archivedAt }: { supplierId: number; archivedAt: Date | null },
): Promise<SupplierRow> {
  const { merchantId, tx } = context
  const key = { merchantId, supplierId }
  const isChanged = await setArchived(tx, key, { archivedAt, at: context.clock.now() })
  if (!isChanged) {
    await requireSupplier(context, key)
    const state = archivedAt === null ? 'not archived' : 'archived already'
    throw new AppError('conflict', `This supplier is ${state}.`)
  }
  await announceChange(context, {
    variantIds: await listVariantsOfSuppliers(tx, { merchantId, supplierIds: [supplierId] }),
  })
  return (await getSupplier(context, { supplierId })).supplier
}

async function requireSupplier({ tx }: Context, key: SupplierKey) {
  const found = await findSupplier(tx, key, 'for update')
  if (!found) throw new AppError('not_found', refusalTexts.unknownSupplier)
  return found
}

async function assertNameFree(
  { merchantId, tx }: Context,
  { name, supplierId }: { name: string; supplierId: number | null },
): Promise<void> {
  const twin = await findSupplierByName(tx, { merchantId, name })
  if (!twin || twin.id === supplierId) return
  const where = twin.isArchived ? ' It is archived; restore it instead.' : ''
  throw new AppError('conflict', `You have a supplier with this name already.${where}`, { field: 'name' })
}

/**
 * Refuses a currency with another number of decimals while there are prices. Otherwise prices keep their amounts: the
 * merchant is taken to correct a currency that was entered wrongly.
 */
async function assertCurrencyFits(
  { merchantId, tx }: Context,
  { before, currency }: { before: StoredSupplier; currency: string },
): Promise<void> {
  if (minorDigits(before.currency) === minorDigits(currency)) return
  const items = await countItems(tx, { merchantId, supplierIds: [before.id] })
  if (!items.has(before.id)) return
  throw new AppError(
    'conflict',
    `This supplier has prices in ${before.currency}, which has a different number of decimals than ${currency}. Remove its products first.`,
    { field: 'currency' },
  )
}

function getFields(
  { currency, email, otherEmails, contactName, address, coverDays, ...wanted }: Wanted,
  usual: Pick<SupplierFields, 'currency' | 'otherEmails' | 'contactName' | 'address' | 'coverDays'>,
): SupplierFields {
  assertAddressFits(address ?? '', 'address')
  const { review } = wanted
  const { shutdowns } = wanted
  const wrong = shutdowns.findIndex(({ from, to }) => to < from)
  if (wrong >= 0) {
    const field = `shutdowns.${wrong}.to`
    throw new AppError('invalid_input', `${field}: The last day is before the first.`, { field })
  }
  const { statedLeadTimeDays, worstLeadTimeDays } = wanted
  if (worstLeadTimeDays !== null && (statedLeadTimeDays === null || worstLeadTimeDays < statedLeadTimeDays)) {
    const message =
      statedLeadTimeDays === null
        ? 'Give the usual lead time too.'
        : 'The longest lead time is below the usual one.'
    throw new AppError('invalid_input', message, { field: 'worstLeadTimeDays' })
  }
  return {
    ...wanted,
    ...getAddresses([email, ...(otherEmails ?? usual.otherEmails)]),
    currency: currency ?? usual.currency,
    contactName: contactName ?? usual.contactName,
    address: address ?? usual.address,
    coverDays: coverDays === undefined ? usual.coverDays : coverDays,
    review: review.kind === 'weekdays' ? { ...review, weekdays: inOrder(review.weekdays) } : review,
    shutdowns: shutdowns.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  }
}

function inOrder(weekdays: readonly number[]): number[] {
  return [...new Set(weekdays)].sort((a, b) => a - b)
}

/** Returns the addresses of a supplier, each once: the first is where orders usually go. */
export function getAddresses(
  emails: readonly (string | null)[],
): Pick<SupplierFields, 'email' | 'otherEmails'> {
  const byKey = new Map<string, string>()
  for (const email of emails) {
    if (email !== null && !byKey.has(email.toLowerCase())) byKey.set(email.toLowerCase(), email)
  }
  const [email = null, ...otherEmails] = byKey.values()
  return { email, otherEmails }
}
