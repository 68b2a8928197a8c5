import { type OrderRequest, SNOOZE_DAYS } from '@stockcast/contract'
import { isReadOnly } from '../../kernel/access/access.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { takeUse } from '../../kernel/limits/take-use.ts'
import { getLimits } from '../../kernel/limits/use-rules.ts'
import { assertRowsFit } from '../../kernel/quotas/quotas.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { type Context, inTransaction } from '../../kernel/verb-context.ts'
import { readActionToken } from './link-actions.ts'
import { findLink, type LinkedAction, markLinkUsed } from './link-queries.ts'
import { findStock } from './queries.ts'
import { recordOrder, suggestOrder } from './record-order.ts'
import { snoozeVariant } from './snooze-variant.ts'

type LinkKernel = Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live'>

/** What the confirmation page shows of a link. */
export interface LinkView {
  action: LinkedAction['action']
  title: string
  /** The suggested quantity of an order. */
  units: number
  expectedOn: string
  /** The country of the shop; null while it is not known. */
  countryCode: string | null
}

export type LinkState =
  | { kind: 'open'; view: LinkView }
  | { kind: 'used' | 'expired' | 'unknown' | 'plan_ended' }

/** Returns the state of a link without changing anything, because mail scanners follow links too. */
export async function showLink(kernel: LinkKernel, token: string): Promise<LinkState> {
  const named = readActionToken(kernel.config.secrets, token)
  if (!named) return { kind: 'unknown' }
  return inTransaction(kernel, named.merchantId, async (context) => {
    const found = await findWorkingLink(context, named)
    if (found.kind !== 'open') return found
    const view = await getView(context, found.link)
    return view ? { kind: 'open', view } : { kind: 'unknown' }
  })
}

/**
 * Does the action of the link, once. Throws `invalid_input` for an invalid order; the link then keeps
 * working.
 */
export async function followLink(
  kernel: LinkKernel,
  token: string,
  readOrder: () => OrderRequest,
): Promise<LinkState> {
  const named = readActionToken(kernel.config.secrets, token)
  if (!named) return { kind: 'unknown' }
  return inTransaction(kernel, named.merchantId, async (context) => {
    const { merchantId, tx } = context
    const found = await findWorkingLink(context, named)
    if (found.kind !== 'open') return found
    const { link } = found
    const { variantId } = link
    const view = await getView(context, link)
    if (!view) return { kind: 'unknown' }
    if (link.action === 'ordered') {
      const wanted = readOrder()
      await takeUse(context, 'order')
      await recordOrder(context, { variantId, wanted })
      await assertRowsFit(context, getLimits('order').grows ?? [])
      await markLinkUsed(tx, { merchantId, linkId: link.id, at: kernel.clock.now() })
      return { kind: 'open', view: { ...view, ...wanted } }
    }
    const wanted =
      link.action === 'snooze'
        ? ({ kind: 'until_time', days: SNOOZE_DAYS } as const)
        : ({ kind: 'muted' } as const)
    await takeUse(context, 'snooze')
    await snoozeVariant(context, { variantId, wanted })
    await assertRowsFit(context, getLimits('snooze').grows ?? [])
    await markLinkUsed(tx, { merchantId, linkId: link.id, at: kernel.clock.now() })
    return { kind: 'open', view }
  })
}

type FoundLink = { kind: 'open'; link: LinkedAction } | Exclude<LinkState, { kind: 'open' }>

async function findWorkingLink(
  { clock, merchantId, tx }: Context<'clock'>,
  { linkId }: { linkId: number },
): Promise<FoundLink> {
  const link = await findLink(tx, { merchantId, linkId })
  if (!link) return { kind: 'unknown' }
  if (link.usedAt !== null) return { kind: 'used' }
  const now = clock.now()
  if (link.expiresAt <= now) return { kind: 'expired' }
  if (await isReadOnly(tx, merchantId, now)) return { kind: 'plan_ended' }
  return { kind: 'open', link }
}

async function getView(context: Context<'clock'>, link: LinkedAction): Promise<LinkView | null> {
  const { merchantId, tx } = context
  const { variantId } = link
  const stock = await findStock(tx, { merchantId, variantId })
  if (!stock) return null
  const { countryCode } = await requireShopFacts(tx, merchantId)
  return {
    action: link.action,
    title: stock.title,
    countryCode,
    ...(await suggestOrder(context, { variantId })),
  }
}
