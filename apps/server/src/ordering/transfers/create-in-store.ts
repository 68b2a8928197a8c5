import { randomUUID } from 'node:crypto'
import type { Transfer } from '@stockcast/contract'
import { z } from 'zod'
import { MAX_ADDED_LINES, type TransferOutcome } from '../../kernel/connector/connector.ts'
import { StoreError } from '../../kernel/connector/store-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getLine } from '../../kernel/texts/foreign-text.ts'
import { type Context, inTransaction } from '../../kernel/verb-context.ts'
import { openShop, requireAccess } from '../../store/index.ts'
import { noteStock } from './follow-queries.ts'
import { listMoved, lockTransfers, refuseLines, type StoreAttempt, updateTransfer } from './queries.ts'
import { announce, mayBeCreated, onWire, requireTransfer, toNumber } from './transfers.ts'

/** Lines that the store refuses are left out, and the rest is sent again; this many requests at most. */
const MAX_ATTEMPTS = 3
const MAX_MESSAGE_CHARACTERS = 300

/** Longer than the request that creates a transfer may take. */
const LOOK_AGAIN_SECONDS = 60

type Own = Context<'clock' | 'jobs' | 'live' | 'store'>

const transferKey = z.object({
  merchantId: z.number().int().positive(),
  transferId: z.number().int().positive(),
})

/** Asks the store again for a transfer whose answer was lost, so that its units do not count as stock in two places. */
export const finishTransferTask = defineTask({
  name: 'finish-transfer',
  data: transferKey,
  one: 'queued',
  lane: ({ transferId }) => String(transferId),
  retryLimit: 8,
  retryDelaySeconds: LOOK_AGAIN_SECONDS,
  concurrency: 4,
})

/** Sends an attempt without an answer again. Does nothing once the store has answered, so it may run twice. */
export async function finishTransfer(
  kernel: Kernel,
  { merchantId, transferId }: z.infer<typeof transferKey>,
): Promise<void> {
  const [row] = await kernel.db.withTenant(merchantId, (tx) =>
    lockTransfers(tx, { merchantId, ids: [transferId] }),
  )
  if (!row?.attempt || !mayBeCreated(row.attempt, kernel.clock.now())) return
  try {
    await createInStore(kernel, merchantId, transferId)
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error
  }
}

/**
 * Creates a draft in the store, once: its lines are stored with a key before the store is asked, and a press that finds an attempt
 * without an answer sends the same again. Lines that the store names are left out with its reason, and the rest goes through.
 */
export async function createInStore(kernel: Kernel, merchantId: number, id: number): Promise<Transfer> {
  const run = <T>(work: (context: Own) => Promise<T>) => inTransaction(kernel, merchantId, work)
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const begun = await run((context) => begin(context, id))
    if (!begun) break
    const outcome = await send(kernel, merchantId, begun)
    const isDone = await run((context) => end(context, { id, begun, outcome }))
    if (isDone) break
  }
  return run(async (context) => onWire(await requireTransfer(context, id)))
}

type Begun = StoreAttempt & { places: { from: number; to: number }; storeName: string }

/** Stores what is to be sent. Returns null if the store has it already. */
async function begin(context: Own, id: number): Promise<Begun | null> {
  const { clock, merchantId, tx } = context
  const row = await requireTransfer(context, id)
  if (row.storeName !== null) return null
  if (row.status !== 'draft')
    throw new AppError('conflict', `${toNumber(row)} is ${row.status}, so the store needs no transfer of it.`)
  const storeName = await requireAccess(context, tx, {
    merchantId,
    right: 'transfers',
    ending: 'to create transfers. Allow it, or use the pick list.',
  })
  const places = { from: row.fromId, to: row.toId }
  const now = clock.now()
  const { attempt } = row
  if (attempt && mayBeCreated(attempt, now)) return { ...attempt, places, storeName }
  if (attempt?.status === 'sending')
    throw new AppError(
      'conflict',
      `${storeName} never said whether it has ${toNumber(row)}. Look there: mark it as shipped if it does, otherwise cancel it and create another.`,
    )
  const open = row.lines.filter(({ refusedBecause }) => refusedBecause === null)
  const moved = await listMoved(tx, { merchantId, variantIds: open.map(({ variantId }) => variantId) })
  const lines = open.flatMap(({ variantId, units }) => {
    const itemId = moved.get(variantId)?.itemId
    return itemId ? [{ variantId, itemId, units }] : []
  })
  if (lines.length === 0)
    throw new AppError('conflict', `${storeName} takes none of these products. Use the pick list instead.`)
  if (lines.length > MAX_ADDED_LINES)
    throw new AppError(
      'conflict',
      `${storeName} takes at most ${MAX_ADDED_LINES} products in one transfer. Create several smaller ones.`,
    )
  const begun: StoreAttempt = {
    key: randomUUID(),
    status: 'sending',
    at: now.toISOString(),
    lines,
    message: null,
  }
  await updateTransfer(tx, { merchantId, id, at: now, status: row.status, attempt: begun })
  await noteStock(tx, { merchantId, id, at: now, shows: 'incoming' })
  const finish = { merchantId, transferId: id }
  await context.jobs.send(finishTransferTask, finish, { tx, delaySeconds: LOOK_AGAIN_SECONDS })
  return { ...begun, places, storeName }
}

/** Returns the store's answer. Throws if it is not known whether it created the transfer. */
async function send(
  kernel: Kernel,
  merchantId: number,
  { key, lines, places }: Begun,
): Promise<TransferOutcome> {
  try {
    const { shop } = await openShop(kernel, merchantId)
    return await shop.createTransfer({ key, lines, ...places })
  } catch (error) {
    const isUnknown =
      error instanceof StoreError && (error.reason === 'unavailable' || error.reason === 'unexpected_answer')
    if (isUnknown)
      throw new AppError(
        'upstream_failed',
        `${error.sentence} Whether it created the transfer is not known. Stockcast asks again within minutes; it is never created twice.`,
        { retryable: true, cause: error },
      )
    if (!(error instanceof AppError)) throw error
    const because = error instanceof StoreError ? error.sentence : error.message
    return { created: null, refusals: [{ line: null, because }] }
  }
}

/** Stores the answer, unless another press has done so. Returns whether nothing is left to send. */
async function end(
  context: Own,
  { id, begun, outcome }: { id: number; begun: Begun; outcome: TransferOutcome },
): Promise<boolean> {
  const { clock, merchantId, tx } = context
  const row = await requireTransfer(context, id)
  const { attempt } = row
  if (attempt?.key !== begun.key || attempt.status !== 'sending') return true
  const { created, refusals } = outcome
  const refused = refusals.flatMap(({ line, because }) => {
    const named = line === null ? undefined : attempt.lines[line]
    return named ? [{ variantId: named.variantId, because: getLine(because, MAX_MESSAGE_CHARACTERS) }] : []
  })
  await refuseLines(tx, { merchantId, id, refused })
  const whole = refusals.find(({ line }) => line === null || !attempt.lines[line])
  const left = attempt.lines.length - new Set(refused.map(({ variantId }) => variantId)).size
  const message = created
    ? null
    : whole
      ? `${begun.storeName} created nothing: ${getLine(whole.because, MAX_MESSAGE_CHARACTERS)}.`
      : `${begun.storeName} takes ${left === 0 ? 'none of these products' : 'not all of these products'}.`
  await updateTransfer(tx, {
    merchantId,
    id,
    at: clock.now(),
    status: created ? 'sent' : row.status,
    attempt: { ...attempt, status: created ? 'created' : 'refused', message },
    inStore: created,
  })
  const variantIds = row.lines.map(({ variantId }) => variantId)
  await announce(context, variantIds)
  return created !== null || whole !== undefined || left === 0
}
