import { ALERTS_IN_MESSAGE, type ShopFormats } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { findShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { RESOLVED_BEFORE } from '../../../kernel/texts/delivery-texts.ts'
import type { Channel } from '../channels/channel.ts'
import { findConsent } from '../channels/consent-queries.ts'
import { phoneCode } from '../channels/phone-code.ts'
import { unsubscribeUrl } from '../channels/unsubscribe.ts'
import type { ChannelKey, DeliveryKey, OpenDelivery } from '../delivery.ts'
import type { ActionLink, AlertFacts, Composers, Content } from '../messages/content.ts'
import { mailMessage } from '../messages/mail-message.ts'
import { getSubject, orderNews } from '../messages/order-news.ts'
import { productNews } from '../messages/product-news.ts'
import { slackMessage } from '../messages/slack-message.ts'
import { codeMessage, smsMessage } from '../messages/sms-message.ts'
import { leaveOut, listAlertsOf, listLateOrdersOf } from '../pending-queries.ts'

/**
 * Creates the links with which a message lets the merchant act on an alert; each link does one thing, once.
 */
export type LinkActions = (
  tx: Tx,
  alert: { merchantId: number; alertId: number; variantId: number },
) => Promise<readonly ActionLink[]>

export interface Prepared {
  /** Null when nothing is left to send. */
  content: Content | null
  news: { summary: string | null; alerts: number; leftOut: number }
}

type Context = Pick<Kernel, 'config'> & { linkActions: LinkActions }

const kinds = { at_once: 'alerts', daily: 'daily', weekly: 'weekly' } as const

const composers: Composers = { slack: slackMessage, email: mailMessage, sms: smsMessage }

/** Writes the message as of now: alerts that were resolved meanwhile and orders that are no longer late are left out. */
export async function prepareAlerts(
  context: Context,
  tx: Tx,
  args: {
    key: ChannelKey
    deliveryId: number
    channel: Pick<Channel, 'timing' | 'target'>
    formats: ShopFormats
  },
): Promise<Prepared> {
  const { key, deliveryId, formats } = args
  const { timing, target } = args.channel
  const ids = { merchantId: key.merchantId, deliveryId }
  const all = { alerts: await listAlertsOf(tx, ids), orders: await listLateOrdersOf(tx, ids) }
  const gone = {
    alertIds: all.alerts.filter(({ isResolved }) => isResolved).map(({ alertId }) => alertId),
    orderIds: all.orders.filter(({ isResolved }) => isResolved).map(({ orderId }) => orderId),
  }
  const leftOut = gone.alertIds.length + gone.orderIds.length
  if (leftOut > 0) await leaveOut(tx, key, { reason: RESOLVED_BEFORE, deliveryId, subjects: gone })
  const active = all.alerts.filter(({ isResolved }) => !isResolved)
  const orders = orderNews(
    all.orders.filter(({ isResolved }) => !isResolved),
    formats,
  )
  const news = { alerts: active.length + orders.length, leftOut }
  if (news.alerts === 0) return { content: null, news: { ...news, summary: null } }
  const products = productNews(active, formats, await getLinks(context, tx, { key, alerts: active, formats }))
  const { publicUrl } = context.config
  const kind = kinds[timing]
  const shop = await getShopName(tx, key.merchantId)
  const stop =
    key.channel === 'email' && target !== null
      ? { stopUrl: unsubscribeUrl(context.config, { merchantId: key.merchantId, address: target }) }
      : {}
  const input = { products, orders, kind, shop, formats, publicUrl, ...stop }
  const content = composers[key.channel].compose(input)
  return { content, news: { ...news, summary: getSubject({ products, orders }, formats) } }
}

async function getShopName(tx: Tx, merchantId: number): Promise<string | null> {
  return (await findShopFacts(tx, merchantId))?.shopName ?? null
}

async function getLinks(
  context: Context,
  tx: Tx,
  args: { key: ChannelKey; alerts: readonly AlertFacts[]; formats: ShopFormats },
): Promise<Map<number, readonly ActionLink[]>> {
  const { merchantId, channel } = args.key
  const links = new Map<number, readonly ActionLink[]>()
  if (channel === 'sms') return links
  for (const { alertIds, variantId } of productNews(args.alerts, args.formats).slice(0, ALERTS_IN_MESSAGE)) {
    const [alertId] = alertIds
    if (alertId !== undefined)
      links.set(alertId, await context.linkActions(tx, { merchantId, alertId, variantId }))
  }
  return links
}

/** Writes a test or a code; returns null when the channel is not set up for it. */
export async function prepareSingle(
  context: Context,
  tx: Tx,
  args: { merchantId: number; channel: Channel; kind: OpenDelivery['kind'] },
): Promise<Content | null> {
  const { merchantId, channel, kind } = args
  if (channel.target === null) return null
  if (kind !== 'code') {
    return composers[channel.name].composeTest(context.config.publicUrl, await getShopName(tx, merchantId))
  }
  const consent = await findConsent(tx, { merchantId, recipientId: channel.recipientId })
  if (!consent?.codeNonce) return null
  const { codeNonce: nonce, id: consentId } = consent
  return codeMessage(phoneCode(context.config.secrets[0], { merchantId, consentId, nonce }))
}

/** `uncertain`: nobody knows whether the mail went, and it is not sent again. */
export type OnOrderMailEnded = (
  tx: Tx,
  mail: DeliveryKey & { status: 'sent' | 'failed' | 'uncertain'; at: Date },
) => Promise<void>

/** What delivery needs from other modules; it is passed where the modules are connected. */
export interface DeliveryPorts {
  /** Returns the links with which a message lets the merchant act on an alert. */
  linkActions: LinkActions
  /** Stores what became of the mail of a purchase order, in the transaction that ends it. */
  onOrderMailEnded: OnOrderMailEnded
  /** Returns whether the merchant's trial or plan has ended, so that nothing is sent to them. */
  isReadOnly(tx: Tx, merchantId: number, now: Date): Promise<boolean>
}
