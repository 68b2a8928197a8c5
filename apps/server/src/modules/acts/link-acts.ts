import { ACT_LINK_DAYS, type Act, acts, SNOOZE_DAYS } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { actToken } from './act-token.ts'
import { keepLinks } from './link-queries.ts'

const DAY_MS = 86_400_000

const labels: Record<Act, string> = {
  ordered: 'Already ordered',
  snooze: `Snooze ${SNOOZE_DAYS} days`,
  mute: 'Not restocking',
}

/**
 * Returns the links for a message about this alert. When they are sent again, they work `ACT_LINK_DAYS` from
 * then on.
 */
export async function linkActs(
  kernel: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  alert: { merchantId: number; alertId: number; variantId: number },
): Promise<{ label: string; url: string }[]> {
  const expiresAt = new Date(kernel.clock.now().getTime() + ACT_LINK_DAYS * DAY_MS)
  const links = await keepLinks(tx, { ...alert, acts, expiresAt })
  const idOf = new Map(links.map(({ act, id }) => [act, id]))
  return acts.flatMap((act) => {
    const linkId = idOf.get(act)
    if (linkId === undefined) return []
    const token = actToken(kernel.config.secrets, { merchantId: alert.merchantId, linkId })
    return [{ label: labels[act], url: `${kernel.config.publicUrl}/act/${token}` }]
  })
}
