import { isUnreadable } from '../../kernel/connector/store-error.ts'
import { isFaultOfData } from '../../kernel/database/write-faults.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type InboxKey, setAsideRows } from './queries.ts'

/**
 * Sets aside rows that cannot be applied, if they still have this status, so that the others continue. The
 * comparison with the store brings their state.
 */
export async function setAside(
  kernel: Pick<Kernel, 'clock' | 'db' | 'live' | 'log'>,
  args: { merchantId: number; status: 'waiting' | 'unread'; rows: readonly InboxKey[]; error: unknown },
): Promise<void> {
  const { merchantId, status, rows, error } = args
  const fault = error instanceof Error ? error.message : String(error)
  await kernel.db.withTenant(merchantId, async (tx) => {
    await setAsideRows(tx, { merchantId, status, rows, fault, at: kernel.clock.now() })
    await kernel.live.publish(tx, merchantId, { type: 'sync' })
  })
  for (const { topic, eventId } of rows)
    kernel.log.error({ err: error, merchantId, topic, eventId }, 'webhook set aside: it cannot be applied')
}

/**
 * Returns whether the store cannot give this resource, or its answer cannot be stored. Failures of the whole shop, such as a
 * refused token, are for the queue to retry.
 */
export function isFaultOfResource(error: unknown): boolean {
  return isUnreadable(error) || isFaultOfData(error)
}
