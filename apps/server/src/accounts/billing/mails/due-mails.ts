import { DAY_MS, TRIAL_REMINDER_DAYS } from '@stockcast/contract'
import type { MailContent } from '../../../providers/mail/mail-content.ts'
import { type BillingAccount, type BillingState, trialDaysRemaining } from '../account.ts'
import type { MailKey } from '../due-queries.ts'
import { chooseSubscription, type ProviderState } from '../provider/provider-state.ts'
import { cancelledMail, endedMail, paymentFailedMail, receiptMail, trialEndsMail } from './mails.ts'

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
