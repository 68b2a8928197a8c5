import { DAY_MS, HOUR_MS } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { durationText, takeUse } from '../../../kernel/limits/take-use.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { type FramedMail, framedMail } from '../../../providers/mail/framed-mail.ts'
import type { MailAttachment } from '../../../providers/mail/mailer.ts'
import { putIntoOutbox } from '../queue-mail.ts'
import { findPause, insertRecipient, listFirstMails, listRecipients, lockRecipients } from './queries.ts'
import { recipientHash } from './recipients.ts'
import { stopUrl } from './stop-order-mails.ts'

interface OrderRecipient {
  /** An address that is stored at the supplier. */
  to: string
  /** When the merchant first mailed an order there, as the orders tell; null for never. */
  mailedSince: Date | null
  isOnTrial: boolean
}

const permitted = Symbol('permitted')

/** Shows that a mail to this recipient was counted and allowed. */
export interface OrderMailPermit extends OrderRecipient {
  [permitted]: true
}

/**
 * Counts a mail to somebody outside the account, and refuses it when the merchant sends too many, writes to too many new
 * recipients, or may not write to this one. Costs little, so it comes before the work that a mail takes.
 */
export async function permitOrderMail(
  context: Context<'clock' | 'config'>,
  recipient: OrderRecipient,
): Promise<OrderMailPermit> {
  await takeUse(context, 'order_mail')
  await admit(context, recipient)
  return { ...recipient, [permitted]: true }
}

type OrderMail = Omit<FramedMail, 'stopUrl'> & {
  attachments: readonly MailAttachment[]
  usefulUntil: Date
}

/**
 * Puts a mail with a merchant's own text into the outbox, in the transaction that makes it necessary: the only way to send
 * such a text to somebody outside the account. The recipient is checked again and counted here, in the same transaction.
 * Returns the id of its delivery.
 */
export async function queueOrderMail(
  context: Context<'clock' | 'config'> & Pick<Kernel, 'jobs' | 'live'>,
  permit: OrderMailPermit,
  { attachments, usefulUntil, ...mail }: OrderMail,
): Promise<number> {
  const { merchantId, tx, clock, config } = context
  await lockRecipients(tx, merchantId)
  const hash = await admit(context, permit)
  await insertRecipient(tx, { merchantId, hash, firstMailedAt: permit.mailedSince ?? clock.now() })
  const url = stopUrl(config, { merchantId, hash })
  return putIntoOutbox(context, tx, {
    merchantId,
    kind: 'purchase_order',
    content: framedMail({ ...mail, stopUrl: url }),
    to: permit.to,
    replyTo: mail.author.email,
    attachments,
    unsubscribeUrl: url,
    usefulUntil,
  })
}

/** Refuses a recipient to whom nothing may be sent now; returns its hash. */
async function admit(
  context: Context<'clock' | 'config'>,
  { to, mailedSince, isOnTrial }: OrderRecipient,
): Promise<string> {
  const { merchantId, tx, clock } = context
  if ((await findPause(tx, merchantId)) !== null)
    throw new AppError(
      'precondition_failed',
      'Sending orders by email is paused, because several recipients reported your emails. We look at it; until then, download the PDF and send it yourself.',
    )
  const hash = await recipientHash(context, to)
  const [known] = await listRecipients(tx, { merchantId, hashes: [hash] })
  if (known?.isStopped) throw stoppedRecipient()
  if (known || mailedSince) return hash
  const firstMails = await listFirstMails(tx, { merchantId, limit: FIRST_RECIPIENTS })
  const waitMs = nextNewRecipientAt(firstMails, isOnTrial).getTime() - clock.now().getTime()
  if (waitMs <= 0) return hash
  const most = isOnTrial ? `${FIRST_RECIPIENTS} new addresses a day in the trial, and to ` : ''
  const seconds = Math.ceil(waitMs / 1000)
  throw new AppError(
    'limit_exceeded',
    `You can send orders to ${most}${NEW_AN_HOUR} new addresses an hour. Try again in ${durationText(seconds)}; addresses that got an order before are not limited.`,
    { field: 'to', retryAfterSeconds: seconds },
  )
}

function stoppedRecipient(): AppError {
  return new AppError(
    'precondition_failed',
    'The owner of this address stopped your orders by email. Use another address, or send the PDF yourself.',
    { field: 'to' },
  )
}

/** New recipients without a limit by the hour, and those of a trial in a day. A shop has a few dozen suppliers. */
export const FIRST_RECIPIENTS = 25
/** New recipients in an hour, once there are `FIRST_RECIPIENTS`. */
const NEW_AN_HOUR = 5

/**
 * Returns the earliest time at which a merchant may send an order to somebody who never got one. `firstMails` are the times
 * at which the newest recipients got their first, the last one first, `FIRST_RECIPIENTS` at most.
 */
export function nextNewRecipientAt(firstMails: readonly Date[], isOnTrial: boolean): Date {
  const before = firstMails[FIRST_RECIPIENTS - 1]
  if (before === undefined) return new Date(0)
  const afterHour = firstMails[NEW_AN_HOUR - 1]!.getTime() + HOUR_MS
  return new Date(isOnTrial ? Math.max(afterHour, before.getTime() + DAY_MS) : afterHour)
}
