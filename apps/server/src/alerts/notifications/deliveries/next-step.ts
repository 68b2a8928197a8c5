import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  DELIVERY_GIVE_UP_DAYS,
  HOUR_MS,
  MESSAGE_SPACING_MS,
  MINUTE_MS,
  type OwnReason,
  SMS_DAILY_LIMIT_OF_SHOP,
  shopFormats,
} from '@stockcast/contract'
import { startOfDay, startOfNextDay } from '../../../kernel/calendar.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { isStale } from '../../../kernel/shop-facts/is-stale.ts'
import { findShopFacts, type ShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { ownWords } from '../../../kernel/texts/delivery-texts.ts'
import { type Channel, isReady } from '../channels/channel.ts'
import { findConsent } from '../channels/consent-queries.ts'
import { takeMail } from '../channels/contact-limits.ts'
import { afterAllQuiet } from '../channels/due-time.ts'
import { lockChannel } from '../channels/queries.ts'
import { closeChannel } from '../channels/switch-off.ts'
import { findWish } from '../channels/wish-queries.ts'
import { getRecipient, type LaneKey, type OpenDelivery } from '../delivery.ts'
import { countMessages, findOpenDelivery, insertDelivery } from '../delivery-queries.ts'
import { assignWaiting, deferWaiting, findFirstDue } from '../pending-queries.ts'
import { accountStep } from './account-step.ts'
import { closeDelivery, postponeDelivery } from './attempt-queries.ts'
import { beginTry, type Step } from './begin-try.ts'
import { type DeliveryPorts, prepareAlerts, prepareSingle } from './prepare.ts'

/** How long a try may take in total; after this time, the worker that made it is gone. */
const LEASE_MS = 45_000
const STALE_WAIT_MS = 5 * MINUTE_MS
/** How long to wait when an address has reached its daily limit. */
const FULL_WAIT_MS = HOUR_MS

type Context = Pick<Kernel, 'clock' | 'config' | 'jobs' | 'live'> & DeliveryPorts

interface Place {
  context: Context
  tx: Tx
  key: LaneKey
  channel: Channel
  shop: ShopFacts
  now: Date
}

/** Decides, in one transaction, what to do next on a channel, and records a try before it is made. */
export async function nextStep(context: Context, tx: Tx, key: LaneKey): Promise<Step> {
  const channel = await lockChannel(tx, key.merchantId, key.channel, getRecipient(key))
  const shop = await findShopFacts(tx, key.merchantId)
  if (!shop) return { kind: 'rest', until: null }
  const now = context.clock.now()
  const open = await findOpenDelivery(tx, key, context.config.secrets)
  if (open?.status === 'sending' && open.attemptedAt && getLease(open.attemptedAt) > now) {
    return { kind: 'rest', until: getLease(open.attemptedAt) }
  }
  if (key.lane === 'account') {
    const pending = channel?.pendingTarget ?? null
    return accountStep({ context, tx, key, now, addresses: { own: shop.email, pending } }, open)
  }
  if (!channel) return { kind: 'rest', until: null }
  const place = { context, tx, key, channel, shop, now }
  if (key.lane === 'single') return open ? singleStep(place, open) : { kind: 'rest', until: null }
  return alertsStep(place, open)
}

async function singleStep(place: Place, open: OpenDelivery): Promise<Step> {
  const { context, tx, key, channel, now } = place
  const ids = { merchantId: key.merchantId, deliveryId: open.id }
  if (open.attempts > 0 || now > open.giveUpAt) {
    await closeDelivery(tx, ids, { status: 'failed', said: ownWords('unanswered') })
    return { kind: 'again' }
  }
  const content = await prepareSingle(context, tx, { merchantId: key.merchantId, channel, kind: open.kind })
  if (!content) {
    await closeDelivery(tx, ids, { status: 'off', said: ownWords('channel_not_set_up') })
    return { kind: 'again' }
  }
  if (!(await takeMail(place.context, tx, place))) {
    await closeDelivery(tx, ids, { status: 'failed', said: ownWords('daily_limit') })
    return { kind: 'again' }
  }
  // A code is stored in no row.
  const kept = open.kind === 'code' ? null : content
  const summary = open.kind === 'test' ? 'Test message' : null
  return beginTry(place, open, {
    target: channel.target,
    content,
    kept,
    news: { summary, alerts: 0, leftOut: 0 },
  })
}

async function alertsStep(place: Place, open: OpenDelivery | null): Promise<Step> {
  const { context, tx, key, channel, now } = place
  const consent = key.channel === 'sms' ? await findConsent(tx, key) : null
  if (!isReady(channel, consent)) return close(place, 'channel_off')
  if (await context.isReadOnly(tx, key.merchantId, now)) return close(place, 'subscription_ended')
  const first = open ? open.nextAt : await findFirstDue(tx, key)
  if (first === null) return { kind: 'rest', until: null }
  if (first > now) return { kind: 'rest', until: first }
  const allowed = await earliest(place)
  if (allowed > now) return defer(place, open, allowed)
  // Only the first try counts.
  if (!open?.attempts && !(await takeMail(context, tx, place))) return defer(place, open)
  return attempt(place, open ?? (await begin(place)))
}

async function defer({ tx, key, now }: Place, open: OpenDelivery | null, until?: Date): Promise<Step> {
  const later = until ?? new Date(now.getTime() + FULL_WAIT_MS)
  if (open) await postponeDelivery(tx, { merchantId: key.merchantId, deliveryId: open.id }, later)
  await deferWaiting(tx, key, later)
  return { kind: 'rest', until: later }
}

async function close({ tx, key, context }: Place, reason: OwnReason): Promise<Step> {
  await closeChannel(tx, key, ownWords(reason))
  await context.live.publish(tx, key.merchantId, { type: 'deliveries' })
  return { kind: 'rest', until: null }
}

/**
 * Returns the earliest time for a message: with a distance to the last one, with fresh figures, and outside
 * quiet hours. SMS has a limit for the phone, and one for all phones of the shop.
 */
async function earliest(place: Place): Promise<Date> {
  const { tx, key, channel, shop, now } = place
  const spaced = channel.lastSentAt ? new Date(channel.lastSentAt.getTime() + MESSAGE_SPACING_MS) : now
  if (spaced > now) return spaced
  if (isStale(shop, now)) return new Date(now.getTime() + STALE_WAIT_MS)
  const wish = await findWish(tx, key)
  const quiet = wish ? [wish.quiet] : []
  if (key.channel !== 'sms') return afterAllQuiet(quiet, now, shop.timeZone)
  quiet.push({ from: channel.quietFrom, to: channel.quietTo })
  const sent = await countMessages(tx, key, startOfDay(now, shop.timeZone))
  const isFull = sent.own >= channel.dailyLimit || sent.ofShop >= SMS_DAILY_LIMIT_OF_SHOP
  return afterAllQuiet(quiet, isFull ? startOfNextDay(now, shop.timeZone) : now, shop.timeZone)
}

async function begin({ tx, key, channel, now }: Place): Promise<OpenDelivery> {
  return insertDelivery(tx, {
    ...key,
    kind: channel.timing === 'at_once' ? 'alerts' : 'digest',
    messageKey: randomUUID(),
    at: now,
    giveUpAt: new Date(now.getTime() + DELIVERY_GIVE_UP_DAYS * DAY_MS),
  })
}

async function attempt(place: Place, open: OpenDelivery): Promise<Step> {
  const { context, tx, key, channel, shop, now } = place
  const ids = { merchantId: key.merchantId, deliveryId: open.id }
  if (now > open.giveUpAt) {
    await closeDelivery(tx, ids, { status: 'failed', said: ownWords('given_up') })
    await context.live.publish(tx, key.merchantId, { type: 'deliveries' })
    return { kind: 'again' }
  }
  // A message that may have arrived is repeated unchanged; any other tells what is true now.
  const isRepeat = open.isUncertain || open.status === 'sending'
  if (isRepeat && open.content) {
    return beginTry(place, open, {
      target: channel.target,
      content: open.content,
      kept: open.content,
      news: null,
      repeats: triedSince(open),
    })
  }
  await assignWaiting(tx, key, open.id)
  const prepared = await prepareAlerts(context, tx, {
    ...ids,
    key,
    channel,
    formats: shopFormats(shop.countryCode),
  })
  if (!prepared.content) {
    const said = ownWords('all_resolved')
    await closeDelivery(tx, ids, { status: 'left_out', said, leftOut: prepared.news.leftOut })
    await context.live.publish(tx, key.merchantId, { type: 'deliveries' })
    return { kind: 'again' }
  }
  return beginTry(place, open, {
    target: channel.target,
    content: prepared.content,
    kept: prepared.content,
    news: prepared.news,
  })
}

/**
 * Returns since when the provider may have received the message: any of the tries so far may have arrived,
 * not only the last. A delivery that was retried on request counts from then.
 */
function triedSince({ giveUpAt, attemptedAt }: OpenDelivery): Date {
  const begun = giveUpAt.getTime() - DELIVERY_GIVE_UP_DAYS * DAY_MS
  return new Date(Math.min(begun, attemptedAt?.getTime() ?? begun))
}

function getLease(attemptedAt: Date): Date {
  return new Date(attemptedAt.getTime() + LEASE_MS)
}
