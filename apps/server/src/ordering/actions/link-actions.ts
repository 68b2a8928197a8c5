import { ACTION_LINK_DAYS, type Action, actions, DAY_MS, SNOOZE_DAYS } from '@stockcast/contract'
import type { Secrets } from '../../kernel/config/secrets.ts'
import { readToken, signToken } from '../../kernel/secrets/signed-token.ts'
import type { Context } from '../../kernel/verb-context.ts'
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

const PURPOSE = 'act-link'

/**
 * Returns a signed token that names one link of one merchant: `<merchant>.<link>.<signature>`. The link's row
 * knows whether it still works.
 */
export function actionToken(secrets: Secrets, of: { merchantId: number; linkId: number }): string {
  return signToken(secrets, PURPOSE, `${of.merchantId}.${of.linkId}`)
}

/** Returns what a token names; null when we did not sign it. */
export function readActionToken(
  secrets: Secrets,
  token: string,
): { merchantId: number; linkId: number } | null {
  const [merchant = '', link = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || ![merchant, link].every((part) => /^\d{1,15}$/.test(part))) return null
  return { merchantId: Number(merchant), linkId: Number(link) }
}
