import type { StoreWebhook } from '../../connectors/connector.ts'
import type { Kernel } from '../../kernel.ts'
import type { Inbox } from './inbox.ts'

/**
 * Stores what is needed of a verified delivery; once this returns, the delivery cannot be lost. Drops unknown
 * topics and unreadable bodies: repeating them would not help, and the comparison with the store covers the
 * rest.
 */
export async function receiveWebhook(
  kernel: Pick<Kernel, 'log'>,
  inbox: Inbox,
  { reduced, ...delivery }: StoreWebhook,
): Promise<void> {
  if (reduced) return inbox.store({ ...delivery, ...reduced })
  const { topic, shop, eventId } = delivery
  kernel.log.warn({ topic, shop, eventId }, 'webhook dropped: unknown, unreadable or of another shop')
}
