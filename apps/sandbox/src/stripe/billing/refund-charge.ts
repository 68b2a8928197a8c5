import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newRefund } from '../objects/payment.ts'
import { invalid } from '../refusal.ts'
import { change } from './records.ts'

export interface RefundWanted {
  /** Cents; null = all that is left. */
  amount: number | null
  reason: Stripe.Refund.Reason | null
  metadata: Stripe.Metadata
}

/** Throws the refusal when less is left of the charge than is asked for. */
export function refundCharge(context: Context, charge: Stripe.Charge, wanted: RefundWanted): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = wanted.amount ?? left
  if (amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      'amount',
    )
  const refund = newRefund({ id: newId('re'), created: context.now() }, charge, { ...wanted, amount })
  context.ledger.put('refund', refund.id, refund)
  const amountRefunded = charge.amount_refunded + amount
  const by = { amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount }
  context.emit('charge.refunded', change(context, 'charge', charge, by), charge)
  context.emit('refund.created', refund)
  return refund
}
