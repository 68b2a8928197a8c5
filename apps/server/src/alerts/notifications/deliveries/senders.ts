import type { ChannelName } from '@stockcast/contract'
import type { Kernel } from '../../../kernel/kernel.ts'
import { accepted, ownWords } from '../../../kernel/texts/delivery-texts.ts'
import { attemptMail } from '../../../providers/mail/attempt-mail.ts'
import { createMailer } from '../../../providers/mail/mailer.ts'
import type { SendOutcome } from '../../../providers/send-outcome.ts'
import { postSlackMessage } from '../../../providers/slack/post-message.ts'
import { findSentSms, sendSms } from '../../../providers/twilio/twilio.ts'
import { openWebhookUrl } from '../channels/slack-target.ts'
import { unsubscribeUrl } from '../channels/unsubscribe.ts'
import { kindsOf } from '../delivery.ts'
import type { Content } from '../messages/content.ts'
import { markRepeated } from '../messages/slack-message.ts'
import { listProviderIds } from '../provider-queries.ts'
import type { Attempt } from './begin-try.ts'

export interface OutgoingMessage {
  merchantId: number
  target: string | null
  attempt: Attempt
}

/** Makes one try through the provider of the channel, outside every transaction. */
export type Sender = (message: OutgoingMessage) => Promise<SendOutcome>
export type Senders = Readonly<Record<ChannelName, Sender>>

const NO_TARGET: SendOutcome = {
  kind: 'refused',
  ...ownWords('channel_not_set_up'),
  because: 'message',
}

type Context = Pick<Kernel, 'config' | 'db' | 'clock'>

export function createSenders(kernel: Context): Senders {
  return { slack: slackSender(kernel), email: mailSender(kernel), sms: smsSender(kernel) }
}

function slackSender(kernel: Context): Sender {
  return async ({ merchantId, target, attempt }) => {
    const content = getContent(attempt, 'slack')
    if (target === null) return NO_TARGET
    const url = await kernel.db.withTenant(merchantId, (tx) =>
      openWebhookUrl(kernel.config, tx, merchantId, target),
    )
    const { text, blocks } = getContent(
      { content: attempt.repeats ? markRepeated(content) : content },
      'slack',
    )
    return postSlackMessage(kernel.config.slack, url, { text, blocks })
  }
}

function mailSender(kernel: Context): Sender {
  const mailer = createMailer(kernel.config.mail)
  return async ({ merchantId, target, attempt }) => {
    if (target === null) return NO_TARGET
    const {
      subject,
      text,
      html,
      replyTo,
      unsubscribeUrl: stopUrl,
      attachments = [],
    } = getContent(attempt, 'email')
    const mail = {
      id: attempt.messageKey,
      to: target,
      subject,
      text,
      html,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(stopUrl === undefined ? {} : { unsubscribeUrl: stopUrl }),
      attachments: attachments.map(({ base64, ...file }) => ({
        ...file,
        content: Buffer.from(base64, 'base64'),
      })),
    }
    if (kindsOf.account.includes(attempt.kind)) return attemptMail(mailer, mail, kernel.clock.now())
    const ownUrl = unsubscribeUrl(kernel.config, { merchantId, address: target })
    return attemptMail(mailer, { ...mail, unsubscribeUrl: ownUrl }, kernel.clock.now())
  }
}

function smsSender(kernel: Context): Sender {
  return async ({ merchantId, target: to, attempt }) => {
    const { sms } = kernel.config
    if (to === null) return NO_TARGET
    if (sms.mode === 'not_set_up') {
      return { kind: 'refused', ...ownWords('sms_not_set_up'), because: 'message' }
    }
    const { body } = getContent(attempt, 'sms')
    if (attempt.repeats) {
      const since = attempt.repeats
      const known = await kernel.db.withTenant(merchantId, (tx) =>
        listProviderIds(tx, { merchantId, channel: 'sms' }, since),
      )
      const found = await findSentSms(sms, { to, body, since, known })
      if ('kind' in found) return found
      if (found.sid !== null) {
        return { kind: 'sent', providerId: found.sid, ...accepted.sms }
      }
    }
    const callback = new URL('/webhooks/twilio/status', kernel.config.publicUrl)
    callback.searchParams.set('merchant', String(merchantId))
    callback.searchParams.set('delivery', String(attempt.deliveryId))
    callback.searchParams.set('until', String(attempt.giveUpAt.getTime()))
    return sendSms(sms, { to, body, statusCallback: callback.href })
  }
}

function getContent<Name extends ChannelName>(
  { content }: { content: Content },
  channel: Name,
): Extract<Content, { channel: Name }> {
  if (content.channel !== channel) throw new RangeError(`content of ${content.channel} on ${channel}`)
  return content as Extract<Content, { channel: Name }>
}
