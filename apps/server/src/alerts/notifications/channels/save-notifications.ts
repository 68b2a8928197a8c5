import type { Notifications, saveNotificationsSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import { findShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { ownWords } from '../../../kernel/texts/delivery-texts.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { getRecipient } from '../delivery.ts'
import { listWaiting, saveDueTimes } from '../pending-queries.ts'
import { noteWork } from '../wake-channel.ts'
import { type Channel, CONSENT_TEXT, unsetChannel } from './channel.ts'
import { askForAddress } from './confirm-address.ts'
import { endConsent, findConsent, findStop, insertConsent, savePhone } from './consent-queries.ts'
import { contactHash } from './contact-hash.ts'
import { dueAt } from './due-time.ts'
import { getNotifications } from './get-notifications.ts'
import { readPhoneNumber } from './phone-code.ts'
import { findOwnAddress, lockChannel, saveChannel } from './queries.ts'
import { sealWebhookUrl } from './slack-target.ts'
import { closeChannel } from './switch-off.ts'
import { saveWish } from './wish-queries.ts'

type Input = z.output<typeof saveNotificationsSchema>

type Place = Context<'clock' | 'config' | 'jobs' | 'live'> & { recipientId?: number }

/**
 * Saves all three channels of a recipient; `ip` is the address from which they consent. A channel that is switched off sends nothing more; waiting alerts follow the new
 * schedule.
 */
export async function saveNotifications(
  context: Place,
  { ip, ...input }: Input & { ip: string },
): Promise<Notifications> {
  const { live, merchantId, tx } = context
  await saveOne(context, 'slack', (before) => slackAfter(context, before, input.slack))
  await saveOne(context, 'email', (before) => emailAfter(context, before, input.email))
  await saveOne(context, 'sms', (before) => smsAfter(context, before, { ...input.sms, ip }))
  if (input.wish !== undefined)
    await saveWish(tx, { merchantId, recipientId: getRecipient(context) }, input.wish)
  await live.publish(tx, merchantId, { type: 'deliveries' })
  return getNotifications(context)
}

async function saveOne(
  place: Place,
  name: Channel['name'],
  change: (before: Channel) => Promise<Channel>,
): Promise<void> {
  const { tx, merchantId } = place
  const recipientId = getRecipient(place)
  const before = (await lockChannel(tx, merchantId, name, recipientId)) ?? {
    ...unsetChannel(name),
    recipientId,
  }
  const after = await change(before)
  await saveChannel(tx, merchantId, after)
  const key = { merchantId, recipientId, channel: name }
  if (!after.isOn) await closeChannel(tx, key, ownWords('switched_off'))
  else await reschedule(place, after)
}

async function reschedule({ tx, merchantId, recipientId }: Place, channel: Channel): Promise<void> {
  const shop = await findShopFacts(tx, merchantId)
  const waiting = await listWaiting(tx, { merchantId, recipientId, channel: channel.name })
  if (!shop) return
  const notifications = waiting.map(({ id, createdAt }) => ({
    id,
    dueAt: dueAt(channel, createdAt, shop.timeZone),
  }))
  await saveDueTimes(tx, merchantId, notifications)
  const first = notifications.map((each) => each.dueAt.getTime()).reduce((a, b) => Math.min(a, b), Infinity)
  if (first === Infinity) return
  await noteWork(tx, { merchantId, recipientId, channel: channel.name, lane: 'alerts' }, new Date(first))
}

function getChoice({ isOn, types, urgency, timing, at, weekday }: Input['slack' | 'email' | 'sms']) {
  return { isOn, types, urgency, timing, at, weekday }
}

async function slackAfter(
  { config, tx, merchantId }: Place,
  before: Channel,
  input: Input['slack'],
): Promise<Channel> {
  const { webhookUrl } = input
  const target =
    webhookUrl === undefined
      ? before.target
      : webhookUrl && (await sealWebhookUrl(config, tx, merchantId, webhookUrl))
  const isOn = input.isOn && target !== null
  return { ...before, ...getChoice(input), isOn, target, offReason: offReasonAfter(before, isOn, webhookUrl) }
}

/** Returns the reason, which stays until the channel is switched on again or gets another target. */
function offReasonAfter(before: Channel, isOn: boolean, target: unknown): string | null {
  return isOn || target !== undefined ? null : before.offReason
}

/**
 * Returns the email channel as saved (checklist G-04): saving with the channel off clears the address. A new
 * address must be confirmed by the person who reads its mail; until then alerts go to the former one.
 */
async function emailAfter(place: Place, before: Channel, input: Input['email']): Promise<Channel> {
  const offReason = input.isOn ? null : before.offReason
  const after = { ...before, ...getChoice(input), offReason, pendingTarget: null, pendingSince: null }
  const address = input.isOn ? input.address : null
  if (address === null) return { ...after, target: null }
  if (isSame(address, before.target) || (await isConfirmedAlready(place, address))) {
    return { ...after, target: address }
  }
  if (isSame(address, before.pendingTarget)) {
    return { ...after, pendingTarget: address, pendingSince: before.pendingSince }
  }
  await askForAddress(place, { address })
  return { ...after, pendingTarget: address, pendingSince: place.clock.now() }
}

function isSame(address: string, other: string | null): boolean {
  return address.toLowerCase() === other?.toLowerCase()
}

/**
 * Returns whether the address is the one used to sign in and was confirmed there. The sandbox asks nobody to
 * confirm, so there the address counts at once.
 */
async function isConfirmedAlready({ config, tx, ...key }: Place, address: string): Promise<boolean> {
  const own = await findOwnAddress(tx, key)
  if (!own || !isSame(address, own.email)) return false
  return config.mail.mode === 'sandbox' || own.isConfirmed
}

async function smsAfter(
  place: Place,
  before: Channel,
  input: Input['sms'] & { ip: string },
): Promise<Channel> {
  const { config, tx } = place
  const target = readPhoneNumber(input.phone)
  const isSamePhone = target === before.target
  const phoneHash = target === null ? null : await contactHash(config, tx, { channel: 'sms', target })
  const stop = phoneHash === null ? null : await findStop(tx, phoneHash)
  await savePhone(tx, place, phoneHash)
  const stoppedAt = stop ?? (isSamePhone ? before.stoppedAt : null)
  if (input.isOn) assertMaySend(place, input, { phone: target, isStopped: stoppedAt !== null })
  await followConsent(place, target, input)
  const { quietFrom, quietTo, dailyLimit } = input
  return {
    ...before,
    ...getChoice(input),
    quietFrom,
    quietTo,
    dailyLimit,
    target,
    stoppedAt,
    offReason: input.isOn || !isSamePhone ? null : before.offReason,
  }
}

interface Recipient {
  phone: string | null
  isStopped: boolean
}

function assertMaySend({ config }: Place, input: Input['sms'], recipient: Recipient): void {
  const { sms } = config
  const refusal =
    sms.mode === 'not_set_up'
      ? { field: 'isOn', message: refusalTexts.smsNotSetUp }
      : getRefusal(input, recipient, sms.from)
  if (!refusal) return
  throw new AppError('invalid_input', refusal.message, { field: `sms.${refusal.field}` })
}

function getRefusal(input: Input['sms'], { phone, isStopped }: Recipient, sender: string) {
  if (phone === null) return { field: 'phone', message: 'Enter the number that alerts are sent to.' }
  if (!input.hasConsent) {
    return { field: 'hasConsent', message: 'Tick the box to agree to messages to this number.' }
  }
  if (!isStopped) return null
  const message = `This number replied STOP. Send START from it to ${sender}, then switch SMS on again.`
  return { field: 'isOn', message }
}

/** Ends a consent when the number changes or the tick is removed, because a consent is for one number. */
async function followConsent(
  { clock, tx, merchantId, recipientId }: Place,
  phone: string | null,
  { hasConsent, ip }: { hasConsent: boolean; ip: string },
): Promise<void> {
  const at = clock.now()
  const current = await findConsent(tx, { merchantId, recipientId })
  const isWanted = hasConsent && phone !== null
  if (current && isWanted && current.phone === phone) return
  if (current) await endConsent(tx, { merchantId, recipientId, by: 'merchant', at })
  if (isWanted) await insertConsent(tx, { merchantId, recipientId, phone, text: CONSENT_TEXT, ip, at })
}
