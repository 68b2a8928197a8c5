import { randomUUID } from 'node:crypto'
import { DAY_MS, DELIVERY_GIVE_UP_DAYS } from '@stockcast/contract'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { MailContent } from '../../providers/mail/mail-content.ts'
import type { MailAttachment } from '../../providers/mail/mailer.ts'
import { sealContent } from './delivery.ts'
import { insertDelivery } from './delivery-queries.ts'
import { wakeChannel } from './wake-channel.ts'

/** A mail about the account, the plan or a report, in our words alone. */
export interface QueuedMail {
  merchantId: number
  kind: 'account' | 'billing' | 'report'
  /** In whose log it is; the owner's unless given. */
  recipientId?: number
  content: MailContent
  /** An address other than the account's, such as the former one. */
  to?: string
  /** After this time the mail would mislead, for example by a link that has expired; it is no longer sent. */
  usefulUntil?: Date
  /** The same for every try; a new one unless given. */
  messageKey?: string
  /** Stops these mails with one press (RFC 8058). */
  unsubscribeUrl?: string
}

type OutboxContext = Pick<Kernel, 'clock' | 'config' | 'jobs' | 'live'>

/** Queues a mail with our own words, in the transaction that makes it necessary. Returns the id of its delivery. */
export function queueMail(kernel: OutboxContext, tx: Tx, mail: QueuedMail): Promise<number> {
  return putIntoOutbox(kernel, tx, mail)
}

interface OutboxMail extends Omit<QueuedMail, 'kind'> {
  kind: QueuedMail['kind'] | 'purchase_order'
  /** Who gets the answer. */
  replyTo?: string
  attachments?: readonly MailAttachment[]
}

/**
 * Puts a mail to the account's address, or to another one, into the outbox. It is retried for three days, sent once, shown
 * in the log, and deleted with the account. Only `queueOrderMail` may pass on a text of somebody else.
 */
export async function putIntoOutbox(kernel: OutboxContext, tx: Tx, mail: OutboxMail): Promise<number> {
  const {
    merchantId,
    recipientId,
    kind,
    content,
    to,
    replyTo,
    attachments,
    unsubscribeUrl,
    usefulUntil = null,
    messageKey = randomUUID(),
  } = mail
  const at = kernel.clock.now()
  const key = { merchantId, recipientId, channel: 'email' } as const
  const message = {
    channel: 'email',
    ...content,
    ...(to === undefined ? {} : { to }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    ...(attachments === undefined ? {} : { attachments: attachments.map(inBase64) }),
  } as const
  const { id } = await insertDelivery(tx, {
    ...key,
    kind,
    messageKey,
    at,
    giveUpAt: new Date(at.getTime() + DELIVERY_GIVE_UP_DAYS * DAY_MS),
    usefulUntil,
    summary: content.subject,
    sealedContent: await sealContent(kernel.config.secrets, tx, merchantId, message),
  })
  await wakeChannel(kernel, tx, { ...key, lane: 'account' })
  await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
  return id
}

function inBase64({ fileName, contentType, content }: MailAttachment) {
  return { fileName, contentType, base64: Buffer.from(content).toString('base64') }
}
