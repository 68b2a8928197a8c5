import type { ChannelName, Notifications } from '@stockcast/contract'
import type { Config } from '../../../kernel/config/config.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { hasTeam } from '../../../kernel/people/queries.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { OWNER } from '../delivery.ts'
import { type Channel, CONSENT_TEXT, unsetChannel } from './channel.ts'
import { findConsent } from './consent-queries.ts'
import { listChannels } from './queries.ts'
import { maskWebhookUrl, openWebhookUrl } from './slack-target.ts'
import { getWish } from './wish-queries.ts'

export async function getNotifications({
  config,
  merchantId,
  recipientId = OWNER,
  tx,
}: Context<'config'> & { recipientId?: number }): Promise<Notifications> {
  const key = { merchantId, recipientId }
  const channels = new Map((await listChannels(tx, key)).map((channel) => [channel.name, channel]))
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const of = (name: ChannelName) => channels.get(name) ?? unsetChannel(name)
  const [slack, email, sms] = [of('slack'), of('email'), of('sms')]
  const consent = await findConsent(tx, key)
  const isCurrent = consent !== null && consent.phone === sms.target
  return {
    timeZone,
    isOffered: channels.size === 0 && recipientId === OWNER,
    wish: await getWish(tx, key),
    hasTeam: await hasTeam(tx, merchantId),
    slack: { ...getChoice(slack), webhookUrlMasked: await maskedUrl(config, tx, merchantId, slack.target) },
    email: { ...getChoice(email), address: email.target, pendingAddress: email.pendingTarget },
    sms: {
      ...getChoice(sms),
      phone: sms.target,
      isConfirmed: isCurrent && consent.confirmedAt !== null,
      consentAt: isCurrent ? consent.givenAt.toISOString() : null,
      consentText: CONSENT_TEXT,
      isStopped: sms.stoppedAt !== null,
      quietFrom: sms.quietFrom,
      quietTo: sms.quietTo,
      dailyLimit: sms.dailyLimit,
    },
  }
}

function getChoice({ isOn, offReason, types, urgency, timing, at, weekday }: Channel) {
  return { isOn, offReason, types, urgency, timing, at, weekday }
}

async function maskedUrl(
  config: Config,
  tx: Tx,
  merchantId: number,
  envelope: string | null,
): Promise<string | null> {
  if (envelope === null) return null
  return maskWebhookUrl(await openWebhookUrl(config, tx, merchantId, envelope))
}
