import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { prepareRedaction, redactShop } from '../shops/empty-shop.ts'
import { disconnectShop } from '../shops/leave-shop.ts'
import { hasLostAccess } from '../shops/open-shop.ts'
import { type InboxRow, listInbox, markInbox } from './queries.ts'
import { DEPARTURE_KINDS } from './webhook-state.ts'

/**
 * Asks the store whether the shop has really left before anything of it is deleted. Queued again every 15
 * minutes until there is an answer, so its own tries need not last.
 */
export const confirmDepartureTask = defineMerchantTask({
  name: 'confirm-departure',
  one: 'queued',
  retryLimit: 12,
  // Most of the time is spent waiting for a store: a few slow stores must not block the others.
  concurrency: 4,
})

const MAX_ROWS = 500

/**
 * Carries out an uninstall or a deletion of a shop's data that a webhook reported, once the store refuses our
 * token. While the token works, the app is still installed and the webhook is ignored. Throws while the store
 * does not answer.
 */
export async function confirmDeparture(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  signal?: AbortSignal,
): Promise<void> {
  const rows = await kernel.db.withTenant(merchantId, (tx) =>
    listInbox(tx, { merchantId, status: 'unread', kinds: DEPARTURE_KINDS, limit: MAX_ROWS }),
  )
  if (rows.length === 0) return
  const isConfirmed = await hasLostAccess(kernel, merchantId)
  if (isConfirmed) await carryOut(kernel, { merchantId, rows, signal })
  else await refuse(kernel, merchantId, rows)
}

async function refuse(kernel: Kernel, merchantId: number, rows: readonly InboxRow[]): Promise<void> {
  const topics = rows.map((row) => row.topic)
  kernel.log.warn({ merchantId, topics }, 'webhook refused: the store still accepts our token')
  await kernel.db.withTenant(merchantId, (tx) => markInbox(tx, { merchantId, status: 'applied' }, rows))
}

async function carryOut(
  kernel: Kernel,
  args: { merchantId: number; rows: readonly InboxRow[]; signal: AbortSignal | undefined },
): Promise<void> {
  const { merchantId, rows, signal } = args
  const last = (kind: InboxRow['state']['kind']) => rows.findLast((row) => row.state.kind === kind)
  const redaction = last('redact')
  const uninstall = last('uninstalled')
  if (redaction)
    await prepareRedaction(kernel, { merchantId, requestedAt: redaction.triggeredAt }, { signal })
  await kernel.db.withTenant(merchantId, async (tx) => {
    await markInbox(tx, { merchantId, status: 'applied' }, rows)
    const isRedacted =
      redaction !== undefined &&
      (await redactShop(kernel, tx, { merchantId, requestedAt: redaction.triggeredAt }))
    if (isRedacted) kernel.log.info({ merchantId }, 'data of a shop deleted at its request')
    else if (uninstall) await disconnectShop(kernel, tx, { merchantId, uninstalledAt: uninstall.triggeredAt })
  })
}
