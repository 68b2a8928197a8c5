import { ALERTS_IN_MESSAGE } from '@stockcast/contract'
import { quoted } from '../../../kernel/texts/foreign-text.ts'
import { escapeMrkdwn } from '../../../providers/slack/post-message.ts'
import type { ActionLink, Composer, Content, MessageInput, OrderNews, ProductNews } from './content.ts'
import { getSubject, linkTo } from './order-news.ts'
import { more, openings } from './product-news.ts'

/** Block Kit's limit of a header. */
const MAX_HEADER_CHARACTERS = 150

export const slackMessage: Composer = {
  compose: ({ products, orders, kind, formats, publicUrl }: MessageInput): Content => {
    const title = `${openings[kind]}${getSubject({ products, orders }, formats)}`
    const listed = products.slice(0, ALERTS_IN_MESSAGE)
    const late = orders.slice(0, ALERTS_IN_MESSAGE)
    const rest = more(products.length - listed.length + orders.length - late.length, formats)
    const lines = [...listed.map(fallbackLine), ...late.map(orderLine)]
    return {
      channel: 'slack',
      text: escapeMrkdwn([title, ...lines, ...(rest ? [rest] : [])].join('\n')),
      blocks: [
        header(title),
        ...listed.flatMap((product) => productBlocks(product, publicUrl)),
        ...late.map((order) => orderBlock(order, publicUrl)),
        ...(rest ? [context(rest)] : []),
        actions([linkTo(products, publicUrl)]),
      ],
    }
  },
  composeTest: (publicUrl) => ({
    channel: 'slack',
    text: 'Test message from Stockcast: alerts will arrive here.',
    blocks: [
      header('Test message'),
      section('Alerts from Stockcast will arrive here.'),
      actions([{ label: 'Open settings', url: `${publicUrl}/settings?tab=notifications` }]),
    ],
  }),
}

/**
 * Adds that the message is a repetition. Slack does not say whether it accepted the first; two messages are
 * better than none, if the second one says so.
 */
export function markRepeated(content: Extract<Content, { channel: 'slack' }>): Content {
  const note = 'Sent again: Slack did not confirm the first one.'
  return { ...content, blocks: [...content.blocks, context(note)] }
}

function fallbackLine({ title, state, recommendation }: ProductNews): string {
  return `${quoted(title)}: ${state} ${recommendation}`
}

function orderLine({ title, state, recommendation }: OrderNews): string {
  return `${title}: ${state} ${recommendation}`
}

function orderBlock({ orderId, title, state, recommendation }: OrderNews, publicUrl: string) {
  const name = `*<${publicUrl}/order/orders/${orderId}|${escapeMrkdwn(title)}>*`
  return section(`${name}\n${escapeMrkdwn(state)}\n${escapeMrkdwn(recommendation)}`)
}

function productBlocks(product: ProductNews, publicUrl: string): Record<string, unknown>[] {
  const { title, state, recommendation, links, variantId } = product
  const name = `*<${publicUrl}/products/${variantId}|${escapeMrkdwn(title)}>*`
  const text = `${name}\n${escapeMrkdwn(state)}\n${escapeMrkdwn(recommendation)}`
  return [section(text), ...(links.length > 0 ? [actions(links)] : [])]
}

function header(text: string) {
  return { type: 'header', text: { type: 'plain_text', text: text.slice(0, MAX_HEADER_CHARACTERS) } }
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

function context(text: string) {
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] }
}

function actions(links: readonly ActionLink[]) {
  return {
    type: 'actions',
    elements: links.map(({ label, url }) => ({
      type: 'button',
      text: { type: 'plain_text', text: label },
      url,
    })),
  }
}
