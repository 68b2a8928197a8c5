import {
  type createTransfersSchema,
  HOUR_MS,
  type SuggestionList,
  type suggestionQuerySchema,
  type Transfer,
  type TransferList,
  type transferQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { paginate } from '../../kernel/database/paginate.ts'
import { findShopMoney } from '../../kernel/database/variant-costs.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { listLocationNames, replaceSuggestions } from '../../planning/index.ts'
import { csvRecord } from '../../providers/files/write-record.ts'
import { findAccess, queueRefresh } from '../../store/index.ts'
import { noteStock } from './follow-queries.ts'
import {
  countTransfers,
  insertTransfer,
  listMoved,
  listSuggestionRows,
  listTransferRows,
  lockTransfers,
  type Place,
  type StoreAttempt,
  type TransferRow,
} from './queries.ts'

/** Returns one page of the transfers, newest first, and whether the store would take one. */
export async function listTransfers(
  { merchantId, store, tx }: Context<'store'>,
  query: z.output<typeof transferQuerySchema>,
): Promise<TransferList> {
  const page = await paginate(query, {
    rows: (part) => listTransferRows(tx, { merchantId, ...part }),
    total: () => countTransfers(tx, merchantId),
  })
  const access = await findAccess({ store }, tx, { merchantId, right: 'transfers' })
  return { ...page, rows: page.rows.map(onWire), ...access }
}

/** Creates one draft for each pair of locations. Units of a product that is named twice are added up. */
export async function createTransfers(
  context: Context<'clock' | 'jobs' | 'live'>,
  { lines }: z.output<typeof createTransfersSchema>,
): Promise<Transfer[]> {
  const { clock, merchantId, tx } = context
  const locations = new Map(
    (await listLocationNames(tx, merchantId)).map((location) => [location.id, location]),
  )
  const variantIds = [...new Set(lines.map(({ variantId }) => variantId))]
  const moved = await listMoved(tx, { merchantId, variantIds })
  const ids: number[] = []
  for (const ofPair of Map.groupBy(lines, ({ from, to }) => `${from}/${to}`).values()) {
    const [{ from, to }] = ofPair as [(typeof lines)[number]]
    const wanted = new Map<number, Drafted>()
    for (const { variantId, units } of ofPair) {
      const known = moved.get(variantId)
      if (!known)
        throw new AppError('not_found', 'A product is gone. Reload the page to see what there is to move.')
      const before = wanted.get(variantId)?.units ?? 0
      wanted.set(variantId, { ...known, variantId, units: before + units })
    }
    const places = { from: requirePlace(locations, from), to: requirePlace(locations, to) }
    const at = clock.now()
    const id = await insertTransfer(tx, { merchantId, ...places, at, lines: [...wanted.values()] })
    await noteStock(tx, { merchantId, id, at, shows: 'available' })
    ids.push(id)
  }
  await announce(context, variantIds)
  return (await lockTransfers(tx, { merchantId, ids })).map(onWire)
}

type Drafted = Parameters<typeof insertTransfer>[1]['lines'][number]

function requirePlace(locations: ReadonlyMap<number, Place>, id: number): Place {
  const location = locations.get(id)
  if (location) return location
  throw new AppError('not_found', 'A location is closed or gone. Reload the page to see those that are open.')
}

/** How long a store remembers the key of an attempt. */
const SAME_KEY_MS = 12 * HOUR_MS

/** Returns whether the store may still answer an attempt. */
export function mayBeCreated({ status, at }: StoreAttempt, now: Date): boolean {
  return status === 'sending' && now.getTime() - Date.parse(at) < SAME_KEY_MS
}

/** Returns a transfer as a list to pick by: one line for each product that is moved. Texts cannot run as formulas. */
export async function pickList(
  context: Context,
  { id }: { id: number },
): Promise<{ fileName: string; content: string }> {
  const row = await requireTransfer(context, id)
  const columns = ['Transfer', 'From', 'To', 'SKU', 'Product', 'Units', 'Picked']
  const lines = row.lines
    .filter(({ refusedBecause }) => refusedBecause === null)
    .map(({ sku, title, units }) =>
      csvRecord([
        { text: toNumber(row) },
        { text: row.fromName },
        { text: row.toName },
        { text: sku },
        { text: title },
        { number: units },
        { text: null },
      ]),
    )
  return {
    fileName: `${toNumber(row)}.csv`,
    content: [csvRecord(columns.map((text) => ({ text }))), ...lines].join(''),
  }
}

export async function requireTransfer({ merchantId, tx }: Context, id: number): Promise<TransferRow> {
  const [row] = await lockTransfers(tx, { merchantId, ids: [id] })
  if (row) return row
  throw new AppError('not_found', 'This transfer does not exist.')
}

/** Removes the suggestions for these products until they are derived again, because what is already planned is not suggested. */
export async function announce(
  { jobs, live, merchantId, tx }: Context<'jobs' | 'live'>,
  variantIds: readonly number[],
): Promise<void> {
  await replaceSuggestions(tx, { merchantId, variantIds, rows: [] })
  await queueRefresh({ jobs }, tx, { merchantId, variantIds })
  await live.publish(tx, merchantId, { type: 'purchasing' })
}

export function toNumber({ id }: Pick<TransferRow, 'id'>): string {
  return `T-${id}`
}

export function onWire(row: TransferRow): Transfer {
  const { attempt, lines } = row
  const isUnknown = attempt?.status === 'sending'
  return {
    id: row.id,
    number: toNumber(row),
    from: { id: row.fromId, name: row.fromName },
    to: { id: row.toId, name: row.toName },
    status: row.status,
    units: lines.reduce((sum, { units, refusedBecause }) => sum + (refusedBecause === null ? units : 0), 0),
    inStore: row.storeName,
    message: isUnknown
      ? 'Whether the store has it is not known. Stockcast asks again within minutes; it is never created twice.'
      : (attempt?.message ?? null),
    createdAt: row.createdAt.toISOString(),
    sentOn: row.sentOn,
    receivedOn: row.receivedOn,
    lastStep: row.steps.at(-1)?.step ?? null,
    stepsTaken: row.steps.length,
    lines: lines.map(({ shownUnits, ...line }) => ({
      ...line,
      notInStore: row.storeName === null ? Math.max(0, line.shippedUnits - shownUnits) : 0,
    })),
  }
}

/** Returns which stock to move before anything is bought. */
export async function listSuggestions(
  { merchantId, tx }: Context,
  { location, page, pageSize }: z.output<typeof suggestionQuerySchema>,
): Promise<SuggestionList> {
  const { currency } = await findShopMoney(tx, merchantId)
  const key = { merchantId, location, limit: pageSize, offset: (page - 1) * pageSize }
  const rows = await listSuggestionRows(tx, key)
  return {
    rows: rows.map(({ total: _, totalUnits: __, ...row }) => row),
    total: rows[0]?.total ?? 0,
    page,
    pageSize,
    units: rows[0]?.totalUnits ?? 0,
    currency,
  }
}
