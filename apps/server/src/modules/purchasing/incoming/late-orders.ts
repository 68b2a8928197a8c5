import { purchaseOrderNumber, shopFormats } from '@stockcast/contract'
import { dayFromEpoch } from '../../../calendar.ts'
import { mailContent } from '../../../integrations/mail/index.ts'
import type { Kernel } from '../../../kernel.ts'
import type { Context } from '../../../verb-context.ts'
import { isReadOnly } from '../../billing/index.ts'
import { findMailTarget, queueMail } from '../../notifications/index.ts'
import type { RefreshedProjection } from '../../projection/index.ts'
import { type LateOrder, takeLateOrders } from './late-order-queries.ts'

type LateContext = Context<'clock' | 'config' | 'jobs' | 'live'>

/** Reports orders of which units are late: one message for all that became late, and never again for an order. */
export async function reportLateOrders(
  context: LateContext,
  { today, at, countryCode }: RefreshedProjection,
): Promise<void> {
  const { merchantId, tx } = context
  const late = await takeLateOrders(tx, { merchantId, today: dayFromEpoch(today), at })
  if (late.length === 0) return
  await context.live.publish(tx, merchantId, { type: 'purchasing' })
  const to = await findMailTarget(context)
  if (to === null || (await isReadOnly(tx, merchantId, at))) return
  const content = lateMail(late, countryCode, context.config.publicUrl)
  await queueMail(context, tx, { merchantId, kind: 'account', content, to })
}

function lateMail(
  orders: readonly LateOrder[],
  countryCode: string | null,
  publicUrl: Kernel['config']['publicUrl'],
) {
  const { number, date } = shopFormats(countryCode)
  const [first] = orders
  const subject =
    orders.length === 1 && first
      ? `${titleOf(first)} is late`
      : `${number(orders.length)} purchase orders are late`
  return mailContent({
    subject,
    paragraphs: [
      'These orders were expected and have not been received completely. Ask the supplier for a new day.',
    ],
    items: orders.map((order) => ({
      title: titleOf(order),
      url: `${publicUrl}/purchase-orders/${order.id}`,
      lines: [`${number(order.units)} units were expected on ${date(new Date(order.expected_on), 'day')}.`],
      links: [],
    })),
    footnote: 'You get this message once for each order, because alerts by email are on.',
  })
}

function titleOf(order: LateOrder): string {
  const supplier = order.supplier_name === null ? '' : ` (${order.supplier_name})`
  return `${purchaseOrderNumber(order.number)}${supplier}`
}
