import { ALERTS_IN_MESSAGE } from '@stockcast/contract'
import { mailContent } from '../../../providers/mail/mail-content.ts'
import type { Composer } from './content.ts'
import { getSubject, linkTo } from './order-news.ts'
import { more, openings } from './product-news.ts'

const reasons = {
  alerts: 'You receive this email because alerts by email are on.',
  daily: 'You receive this email because a daily digest of alerts is on.',
  weekly: 'You receive this email because a weekly digest of alerts is on.',
}

export const mailMessage: Composer = {
  compose: ({ products, orders, kind, shop, formats, publicUrl, stopUrl }) => {
    const listed = products.slice(0, ALERTS_IN_MESSAGE)
    const late = orders.slice(0, ALERTS_IN_MESSAGE)
    const rest = more(products.length - listed.length + orders.length - late.length, formats)
    const title = getSubject({ products, orders }, formats)
    const isOne = products.length + orders.length === 1
    return {
      channel: 'email',
      ...mailContent({
        subject: `${openings[kind]}${title}`,
        shop,
        // The only entry says what the subject says.
        paragraphs: isOne ? [] : [`${title}.`],
        items: [
          ...listed.map((product) => ({
            title: product.title,
            url: `${publicUrl}/products/${product.variantId}`,
            lines: [product.state, product.recommendation],
            links: product.links,
          })),
          ...late.map((order) => ({
            title: order.title,
            url: `${publicUrl}/order/orders/${order.orderId}`,
            lines: [order.state, order.recommendation],
            links: [],
          })),
        ],
        ...(rest ? { afterItems: `${rest}.` } : {}),
        link: linkTo(products, publicUrl),
        footnote: `${reasons[kind]} You can change this in Settings, Notifications.`,
        ...(stopUrl === undefined ? {} : { stop: { label: 'Stop these emails', url: stopUrl } }),
      }),
    }
  },
  composeTest: (publicUrl, shop) => ({
    channel: 'email',
    ...mailContent({
      subject: 'Test message from Stockcast',
      shop,
      paragraphs: ['Alerts from Stockcast will arrive at this address.'],
      link: { label: 'Open settings', url: `${publicUrl}/settings?tab=notifications` },
      footnote: 'Somebody asked for this test in Settings, Notifications.',
    }),
  }),
}
