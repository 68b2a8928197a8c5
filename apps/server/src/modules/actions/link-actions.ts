import { ACTION_LINK_DAYS, type Action, actions, DAY_MS, SNOOZE_DAYS } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { actionToken } from './action-token.ts'
import { keepLinks } from './link-queries.ts'

const labels: Record<Action, string> = {
  ordered: 'Already ordered',
  snooze: `Snooze ${SNOOZE_DAYS} days`,
  mute: 'Not restocking',
}

/**
 * Returns the links for a message about this alert. When they are sent again, they work `ACTION_LINK_DAYS` from
 * then on.
 */
export async function linkActions(
  { clock, config, merchantId, tx }: Context<'clock' | 'config'>,
  alert: { alertId: number; variantId: number },
): Promise<{ label: string; url: string }[]> {
  const expiresAt = new Date(clock.now().getTime() + ACTION_LINK_DAYS * DAY_MS)
  const links = await keepLinks(tx, { merchantId, ...alert, actions, expiresAt })
  const idOf = new Map(links.map(({ action, id }) => [action, id]))
  return actions.flatMap((action) => {
    const linkId = idOf.get(action)
    if (linkId === undefined) return []
    const token = actionToken(config.secrets, { merchantId, linkId })
    return [{ label: labels[action], url: `${config.publicUrl}/act/${token}` }]
  })
}
