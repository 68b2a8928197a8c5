import {
  DAY_MS,
  PRO_PLAN_NAME,
  PRO_PRICE_CENTS,
  PRO_PRICE_CURRENCY,
  TRIAL_REMINDER_DAYS,
} from '@stockcast/contract'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { type BillingAccount, type BillingState, trialDaysRemaining } from './account.ts'
import { money, toDate } from './billing-words.ts'
import type { MailKey } from './due-queries.ts'
import { chooseSubscription, type ProviderState } from './provider/provider-state.ts'

export interface DueMail extends MailKey {
  content: MailContent
  /** The time after which the mail would be wrong or useless. */
  usefulUntil?: Date
}

interface Situation {
  before: BillingAccount
  after: BillingState
  seen: ProviderState | null
  now: Date
  publicUrl: string
}

const toFrame = ({ before, publicUrl }: Pick<Situation, 'before' | 'publicUrl'>) => ({
  publicUrl,
  timeZone: before.timeZone,
  shop: before.shopName,
})

/** Returns every mail that the situation calls for. Kind and reference tell whether one was sent before. */
export function dueMails(situation: Situation): DueMail[] {
  return [
    ...reminders(situation),
    ...failures(situation),
    ...receipts(situation),
    ...cancellations(situation),
    ...ends(situation),
  ]
}

/**
 * Returns the latest due reminder alone, so that a clock that was moved past both sends one mail, not two.
 */
function reminders({ before, after, now, publicUrl }: Situation): DueMail[] {
  const { trialEndsAt, hasPaymentMethod, status } = after
  const remainingMs = trialEndsAt.getTime() - now.getTime()
  const due = TRIAL_REMINDER_DAYS.filter((days) => remainingMs <= days * DAY_MS)
  if (status !== 'trial' || remainingMs <= 0 || due.length === 0) return []
  const daysRemaining = trialDaysRemaining(trialEndsAt, now)
  const frame = toFrame({ before, publicUrl })
  return [
    {
      kind: 'trial_ends',
      reference: `${trialEndsAt.toISOString()} ${Math.min(...due)}`,
      content: trialEndsMail({ ...frame, daysRemaining, trialEndsAt, hasPaymentMethod }),
      usefulUntil: trialEndsAt,
    },
  ]
}

function failures({ before, after, seen, publicUrl }: Situation): DueMail[] {
  const { openInvoice: invoice } = after
  const attempts = seen?.invoices.find(({ id }) => id === invoice?.id)?.attempts ?? 0
  if (after.status !== 'past_due' || !invoice || attempts === 0) return []
  const content = paymentFailedMail({ ...invoice, ...toFrame({ before, publicUrl }) })
  return [{ kind: 'payment_failed', reference: `${invoice.id} ${attempts}`, content }]
}

function receipts({ before, after, seen, publicUrl }: Situation): DueMail[] {
  const paid = (seen?.invoices ?? []).filter(
    ({ subscriptionId, status, amountPaidCents }) =>
      subscriptionId === after.subscriptionId && status === 'paid' && amountPaidCents > 0,
  )
  return paid.map((invoice) => ({
    kind: 'receipt',
    reference: invoice.id,
    content: receiptMail({
      ...invoice,
      amountCents: invoice.amountPaidCents,
      ...toFrame({ before, publicUrl }),
    }),
  }))
}

function cancellations({ before, after, seen, now, publicUrl }: Situation): DueMail[] {
  if (after.status !== 'cancelled' || before.status === 'cancelled') return []
  const chosen = seen && chooseSubscription(seen.subscriptions).chosen
  const at = chosen?.cancelledAt ?? after.trialCancelledAt ?? now
  const content = cancelledMail({
    accessUntil: after.accessUntil,
    now,
    ...toFrame({ before, publicUrl }),
  })
  return [{ kind: 'cancelled', reference: at.toISOString(), content }]
}

function ends({ before, after, publicUrl }: Situation): DueMail[] {
  if (after.status !== 'expired' || before.status === 'expired') return []
  const content = endedMail({ ...toFrame({ before, publicUrl }), wasTrial: before.status === 'trial' })
  const reference = after.subscriptionId ?? after.trialEndsAt.toISOString()
  return [{ kind: 'ended', reference, content }]
}

interface MailFrame {
  publicUrl: string
  timeZone: string
  /** The name of the shop whose plan it is; somebody may have several. */
  shop: string | null
}

const monthly = `${money(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)} a month`

/** Returns the mail before the end of a trial: what happens then, and what the merchant can do. */
export function trialEndsMail(
  args: MailFrame & { daysRemaining: number; trialEndsAt: Date; hasPaymentMethod: boolean },
): MailContent {
  const { daysRemaining, hasPaymentMethod } = args
  const days = daysRemaining === 1 ? '1 day' : `${daysRemaining} days`
  const on = toDate(args.trialEndsAt, args.timeZone)
  const next = hasPaymentMethod
    ? `Your card on file is charged ${monthly} from then on, for the ${PRO_PLAN_NAME}. If you want to stop, cancel before that day and nothing is charged.`
    : `To keep your forecasts and alerts, add a payment method before that day. The ${PRO_PLAN_NAME} is ${monthly}. Without one, nothing is charged; your data stays, and you can still read and export it.`
  return mailContent({
    shop: args.shop,
    subject: `Your trial ends in ${days}`,
    paragraphs: [`Your free trial of Stockcast ends on ${on}.`, next],
    link: {
      label: hasPaymentMethod ? 'See your subscription' : 'Add a payment method',
      url: billingUrl(args),
    },
  })
}

export function paymentFailedMail(
  args: MailFrame & { amountCents: number; currency: string; nextAttemptAt: Date | null; url: string | null },
): MailContent {
  const amount = money(args.amountCents, args.currency)
  const next = args.nextAttemptAt
    ? `The next attempt is on ${toDate(args.nextAttemptAt, args.timeZone)}. Until then everything keeps working.`
    : 'There will be no further attempt. Pay now to keep your forecasts and alerts.'
  return mailContent({
    shop: args.shop,
    subject: `Your payment of ${amount} failed`,
    paragraphs: [
      `Your card was not charged ${amount} for the ${PRO_PLAN_NAME}. Your bank or card issuer refused it.`,
      `${next} Please update your payment method.`,
    ],
    link: { label: 'Update payment method', url: billingUrl(args) },
    ...(args.url ? { footnote: `You can also pay this one invoice directly: ${args.url}` } : {}),
  })
}

export function receiptMail(
  args: MailFrame & {
    amountCents: number
    currency: string
    paidAt: Date | null
    number: string | null
    url: string | null
  },
): MailContent {
  const amount = money(args.amountCents, args.currency)
  const on = args.paidAt ? ` on ${toDate(args.paidAt, args.timeZone)}` : ''
  const invoice = args.number ? ` Invoice ${args.number}.` : ''
  return mailContent({
    shop: args.shop,
    subject: `Receipt for ${amount}`,
    paragraphs: [`Thank you. We received ${amount}${on} for the ${PRO_PLAN_NAME} of Stockcast.${invoice}`],
    link: args.url
      ? { label: 'Open the invoice', url: args.url }
      : { label: 'See your subscription', url: billingUrl(args) },
  })
}

export function cancelledMail(args: MailFrame & { accessUntil: Date | null; now: Date }): MailContent {
  const { accessUntil } = args
  const end =
    accessUntil && accessUntil > args.now
      ? `Everything keeps working until ${toDate(accessUntil, args.timeZone)}, and nothing more is charged.`
      : 'Nothing more is charged.'
  return mailContent({
    shop: args.shop,
    subject: 'Your subscription is cancelled',
    paragraphs: [
      `Your subscription to Stockcast is cancelled, as you asked. ${end}`,
      'Your data stays: you can read and export it, and resume the subscription, at any time.',
    ],
    link: { label: 'Reactivate', url: billingUrl(args) },
    footnote: 'If this was not you, please change your password and reactivate the subscription.',
  })
}

/** Returns the mail for a trial or plan that ended without having been cancelled. */
export function endedMail(args: MailFrame & { wasTrial: boolean }): MailContent {
  const what = args.wasTrial ? 'trial' : 'subscription'
  const why = args.wasTrial
    ? 'Your free trial of Stockcast is over.'
    : 'Your last payment could not be collected.'
  return mailContent({
    shop: args.shop,
    subject: `Your ${what} has ended`,
    paragraphs: [
      `${why} No more alerts are sent, and nothing can be changed. Nothing was deleted, and nothing more is charged.`,
      `With the ${PRO_PLAN_NAME}, ${monthly}, everything continues where it stopped.`,
    ],
    link: { label: 'Reactivate', url: billingUrl(args) },
  })
}

function billingUrl({ publicUrl }: MailFrame): string {
  return `${publicUrl}/settings?tab=billing`
}
