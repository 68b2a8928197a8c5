import { PRO_PLAN_NAME, PRO_PRICE_CENTS } from '@stockcast/contract'
import { type MailContent, mailContent } from '../../../providers/mail/mail-content.ts'

interface MailFrame {
  publicUrl: string
  timeZone: string
  /** The name of the shop whose plan it is; somebody may have several. */
  shop: string | null
}

const monthly = `${money(PRO_PRICE_CENTS, 'USD')} a month`

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

/** Returns the shop's calendar day, such as `Dec 04, 2026`. */
export function toDate(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
  }).format(instant)
}

export function money(cents: number, currency: string): string {
  const isWhole = cents % 100 === 0
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : 2,
  }).format(cents / 100)
}
