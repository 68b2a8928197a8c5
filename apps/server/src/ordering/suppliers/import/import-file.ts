import type { SupplierImport, SupplierImportKind } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import { inParts } from '../../../kernel/in-turns.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { lockProjections } from '../../../planning/index.ts'
import { createLeftOutRows } from '../../../providers/files/left-out-rows.ts'
import { getHeadHash } from '../../../store/index.ts'
import { orderCsvColumns } from '../../purchasing/documents/order-csv.ts'
import { getSnapshot } from '../../purchasing/orders/supplier-queries.ts'
import { updateImportedOrders } from '../../purchasing/orders/update-imported.ts'
import { announceChange } from '../announce-change.ts'
import {
  holdVariants,
  listItemsOfVariants,
  listVariantCodes,
  type StoredItem,
  writeItems,
} from '../item-queries.ts'
import { shopDay } from '../list-suppliers.ts'
import {
  insertSupplier,
  listSuppliersByName,
  listVariantsOfSuppliers,
  lockSuppliers,
  setArchived,
  updateSupplier,
} from '../queries.ts'
import { assertComplete } from './columns.ts'
import type { FileSuppliers } from './file-suppliers.ts'
import { planItemFile } from './item-file.ts'
import { createVariantMatch } from './match-variant.ts'
import { planOrderFile } from './order-file.ts'
import { insertImportedOrders, listImportedOrders, waitBriefly } from './order-queries.ts'
import type { ImportedOrder } from './plan-update.ts'
import type { Table } from './read-table.ts'
import { createReport, type Report } from './report.ts'
import { newSupplier, planSupplierFile } from './supplier-file.ts'

type ImportContext = Context<'clock' | 'jobs' | 'live'>

interface FileInput {
  table: Table
  isApplied: boolean
}

/**
 * Returns what a file would change, and with `isApplied` changes it. Faulty lines and those without a product are left
 * out. The same file applied again changes nothing. Of a file that lacks a needed column it returns the columns alone.
 */
export async function importFile(
  context: ImportContext,
  { kind, table, isApplied }: { kind: SupplierImportKind; table: Table; isApplied: boolean },
): Promise<SupplierImport> {
  const { encoding, separator, sheet, columns, samples } = table
  if (isApplied) {
    assertComplete(columns)
    await lockBriefly(context, kind)
  }
  const isComplete = columns.missing.length === 0
  const { counts, lines } = isComplete ? await importers[kind](context, { table, isApplied }) : createReport()
  const { headHash, missing } = columns
  const leftOut = createLeftOutRows(columns.all.map(({ header }) => header))
  for (const { line, reason } of lines) {
    if (reason !== null) leftOut.add({ line, reason, cells: [...(table.whole.get(line) ?? [])] })
  }
  const shown = samples.values().map((values, index) => ({ ...columns.all[index]!, values }))
  return {
    kind,
    encoding,
    separator,
    sheet,
    headHash,
    columns: shown,
    missing,
    counts,
    lines,
    leftOut: leftOut.all(),
    isApplied,
  }
}

/** Thrown when a calculation of the shop holds what a file changes. */
export class ShopIsCalculated extends AppError {
  constructor() {
    super('unavailable', 'Your products are being calculated. Import the file again in a minute.')
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Takes the locks of an import, and throws `ShopIsCalculated` if one is not free within seconds. */
async function lockBriefly({ merchantId, tx }: ImportContext, kind: SupplierImportKind): Promise<void> {
  await waitBriefly(tx)
  try {
    await lockSuppliers(tx, merchantId)
    if (kind === 'orders') await lockProjections(tx, merchantId)
  } catch (error) {
    throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? new ShopIsCalculated() : error
  }
}

const importers: Record<SupplierImportKind, (context: ImportContext, input: FileInput) => Promise<Report>> = {
  suppliers: importSuppliers,
  items: importItems,
  orders: importOrders,
}

async function importSuppliers(context: ImportContext, input: FileInput): Promise<Report> {
  const { merchantId, tx } = context
  const { currency } = await requireShopFacts(tx, merchantId)
  const stored = await listSuppliersByName(tx, merchantId)
  const at = context.clock.now()
  const { report, added, changed } = await planSupplierFile({ ...input, stored, shopCurrency: currency, at })
  if (!input.isApplied) return report
  for (const supplier of changed) await writeSupplier(context, supplier.id, supplier, at)
  for (const supplier of added) {
    const supplierId = await insertSupplier(tx, { merchantId, fields: supplier, at })
    if (supplier.archivedAt) await setArchived(tx, { merchantId, supplierId }, { archivedAt: at, at })
  }
  const supplierIds = changed.map(({ id }) => id)
  const variantIds = await listVariantsOfSuppliers(tx, { merchantId, supplierIds })
  if (added.length + changed.length > 0) await announceChange(context, { variantIds })
  return report
}

async function writeSupplier(
  { merchantId, tx }: ImportContext,
  supplierId: number,
  supplier: Parameters<typeof updateSupplier>[2]['fields'] & { archivedAt: Date | null },
  at: Date,
): Promise<void> {
  const key = { merchantId, supplierId }
  await updateSupplier(tx, key, { fields: supplier, at })
  await setArchived(tx, key, { archivedAt: supplier.archivedAt, at })
}

async function importItems(context: ImportContext, input: FileInput): Promise<Report> {
  const { merchantId, tx } = context
  const { currency } = await requireShopFacts(tx, merchantId)
  const plan = await planItemFile({
    ...input,
    stored: await listSuppliersByName(tx, merchantId),
    shopCurrency: currency,
    match: await createVariantMatch(await listVariantCodes(tx, merchantId)),
    getItems: async (variantIds) => {
      const items: StoredItem[] = []
      for (const part of inParts(variantIds)) {
        const found = await listItemsOfVariants(tx, { merchantId, variantIds: part })
        for (const item of found) items.push(item)
      }
      return items
    },
  })
  if (!input.isApplied || plan.written.length === 0) return plan.report
  const at = context.clock.now()
  const used = plan.written.map(({ supplierId }) => supplierId)
  const getId = await addSuppliers(context, { suppliers: plan.suppliers, used })
  const held = await holdVariants(tx, { merchantId, variantIds: plan.written.map((item) => item.variantId) })
  const written = plan.written
    .filter(({ variantId }) => held.has(variantId))
    .map((item) => ({ ...item, supplierId: getId(item.supplierId) }))
  for (const part of inParts(written)) await writeItems(tx, { merchantId, written: part, removed: [], at })
  await announceChange(context, { variantIds: [...held] })
  return plan.report
}

async function importOrders(context: ImportContext, input: FileInput): Promise<Report> {
  const { merchantId, tx } = context
  const { currency } = await requireShopFacts(tx, merchantId)
  const variants = await listVariantCodes(tx, merchantId)
  const plan = await planOrderFile({
    ...input,
    stored: await listSuppliersByName(tx, merchantId),
    shopCurrency: currency,
    today: await shopDay(context),
    isOwn: isOwnOrder(input.table),
    match: await createVariantMatch(variants),
    getImported: async (externalIds) => {
      const orders = new Map<string, ImportedOrder>()
      for (const part of inParts(externalIds)) {
        const found = await listImportedOrders(tx, {
          merchantId,
          externalIds: part,
          isOwn: isOwnOrder(input.table),
        })
        for (const [externalId, order] of found) orders.set(externalId, order)
      }
      return orders
    },
  })
  if (!input.isApplied) return plan.report
  await updateImportedOrders(context, plan.changes)
  if (plan.orders.length === 0) return plan.report
  const getId = await addSuppliers(context, {
    suppliers: plan.suppliers,
    used: plan.orders.flatMap(({ supplierId }) => supplierId ?? []),
  })
  const suppliers = new Map(
    (await listSuppliersByName(tx, merchantId)).map((supplier) => [supplier.id, supplier]),
  )
  const orders = plan.orders.map((order) => {
    const supplier = order.supplierId === null ? null : (suppliers.get(getId(order.supplierId)) ?? null)
    const supplierSnapshot = supplier && getSnapshot(supplier)
    return { ...order, supplierId: supplier?.id ?? null, supplierSnapshot }
  })
  const ordered = orders.flatMap(({ lines }) => lines.map(({ variantId }) => variantId))
  const isOrdered = new Set(ordered)
  const products = new Map(
    variants
      .filter(({ variantId }) => isOrdered.has(variantId))
      .map((variant) => [variant.variantId, variant]),
  )
  for (const part of inParts(orders, { getSize: ({ lines }) => lines.length }))
    await insertImportedOrders(tx, { merchantId, orders: part, products, at: context.clock.now() })
  await announceChange(context, { variantIds: ordered })
  return plan.report
}

const OWN_ORDER_HASH = getHeadHash(orderCsvColumns)

/** Returns whether a file is one that an order's page downloads. */
const isOwnOrder = ({ columns }: Table) => columns.headHash === OWN_ORDER_HASH

/** Adds the new suppliers among the used ones. Returns the stored id of each id of the file. */
async function addSuppliers(
  context: ImportContext,
  { suppliers, used }: { suppliers: FileSuppliers; used: readonly number[] },
): Promise<(id: number) => number> {
  const { merchantId, tx } = context
  const ids = new Map<number, number>()
  const isUsed = new Set(used)
  const added = suppliers.added.filter(({ id }) => isUsed.has(id))
  for (const { id, name, currency } of added) {
    const fields = newSupplier(name, currency)
    ids.set(id, await insertSupplier(tx, { merchantId, fields, at: context.clock.now() }))
  }
  return (id) => ids.get(id) ?? id
}
