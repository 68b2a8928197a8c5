import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import {
  type FollowActions,
  listMovedUnits,
  mergeReceipts,
  movedReceipts,
  type ScheduledReceipts,
  unitsOf,
} from '../../planning/index.ts'
import { followOrders } from '../purchasing/incoming/follow-orders.ts'
import { followTransfers } from '../transfers/follow-transfers.ts'
import { deleteSnoozes, listSnoozeRows, type SnoozeRow } from './snooze-queries.ts'

/** The merchant's actions on variants, as far as they still hold. */
export interface ActionsNow {
  snoozed: ReadonlySet<number>
  /** What of the open orders is still to come, by variant, in days from today. */
  scheduledReceipts: ScheduledReceipts
}

/**
 * Updates snoozes, mutes and open orders with the present stock, and returns those that still hold. It ends a
 * snooze whose time is over or whose stock rose. The caller holds the merchant's projection lock.
 */
export async function followActions(
  tx: Tx,
  args: SomeVariants & { stock: Parameters<FollowActions>[1]['stock']; today: number; at: Date },
): Promise<ActionsNow> {
  const snoozed = await followSnoozes(tx, args)
  await followTransfers(tx, args)
  const moved = movedReceipts(await listMovedUnits(tx, args))
  // Units between own locations were never ordered: they count as they did before and will after.
  const stock = new Map(
    [...args.stock].map(([variantId, { ofOrders }]) => [
      variantId,
      { ...ofOrders, available: ofOrders.available + unitsOf(moved.get(variantId)) },
    ]),
  )
  const ordered = await followOrders(tx, { ...args, stock })
  return { snoozed, scheduledReceipts: mergeReceipts(ordered, moved) }
}

type Arguments = Parameters<typeof followActions>[1]

async function followSnoozes(tx: Tx, args: Arguments): Promise<ReadonlySet<number>> {
  const snoozes = await listSnoozeRows(tx, args)
  const isOver = (snooze: SnoozeRow) => {
    if (snooze.kind === 'until_time') return snooze.until !== null && snooze.until <= args.at
    const stock = args.stock.get(snooze.variant_id)
    return snooze.kind === 'until_restock' && stock !== undefined && stock.available > snooze.available_then
  }
  const over = new Set(snoozes.filter(isOver).map((snooze) => snooze.variant_id))
  await deleteSnoozes(tx, { merchantId: args.merchantId, variantIds: [...over] })
  return new Set(snoozes.map((snooze) => snooze.variant_id).filter((id) => !over.has(id)))
}
