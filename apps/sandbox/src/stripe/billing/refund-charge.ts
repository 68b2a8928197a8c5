import type Stripe from 'stripe'
import { newId } from '../new-id.ts'
import { newRefund } from '../objects/payment.ts'
import { invalid } from '../refusal.ts'
import type { World } from '../world.ts'
import { change } from './records.ts'

export interface RefundWanted {
  /** Cents; null = all that is left. */
  amount: number | null
  reason: Stripe.Refund.Reason | null
  metadata: Stripe.Metadata
}

/** Throws the refusal when less is left of the charge than is asked for. */
export function refundCharge(world: World, charge: Stripe.Charge, wanted: RefundWanted): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = wanted.amount ?? left
  if (amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      'amount',
    )
  const refund = newRefund({ id: newId('re'), created: world.now() }, charge, { ...wanted, amount })
  world.ledger.put('refund', refund.id, refund)
  const amountRefunded = charge.amount_refunded + amount
  const by = { amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount }
  world.emit('charge.refunded', change(world, 'charge', charge, by), charge)
  world.emit('refund.created', refund)
  return refund
}
