import type { Notifications } from '@stockcast/contract'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { addPendingNotifications } from '../add-pending-notifications.ts'
import { listOpenAlerts } from '../pending-queries.ts'
import { unsetChannel } from './channel.ts'
import { getNotifications } from './get-notifications.ts'
import { listChannels } from './queries.ts'
import { saveNotifications } from './save-notifications.ts'

/**
 * Answers the offer to mail alerts to the address of the account, once; later answers change nothing. Accepted, one digest
 * a day starts, the first with the alerts that are open now. Declined, every channel stays off.
 */
export async function answerOffer(
  context: Context<'clock' | 'config' | 'jobs' | 'live'>,
  { isAccepted, ip }: { isAccepted: boolean; ip: string },
): Promise<Notifications> {
  const { merchantId, tx } = context
  const { email: address } = await requireShopFacts(tx, merchantId)
  if ((await listChannels(tx, { merchantId })).length > 0) return getNotifications(context)
  await saveNotifications(context, {
    ip,
    slack: unsetChannel('slack'),
    email: { ...unsetChannel('email'), isOn: isAccepted, timing: 'daily', address },
    sms: { ...unsetChannel('sms'), phone: null, hasConsent: false },
  })
  await addPendingNotifications(context, await listOpenAlerts(tx, merchantId))
  return getNotifications(context)
}
