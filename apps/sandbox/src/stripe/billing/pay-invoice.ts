import type Stripe from 'stripe'
import { authenticationRequired, type Decline, declinedByConsole } from '../cards.ts'
import { newId } from '../new-id.ts'
import { subscriptionOf } from '../objects/invoice.ts'
import { declineError, newCharge } from '../objects/payment.ts'
import { idOf } from '../objects/wire.ts'
import type { World } from '../world.ts'
import { markPaid, RETRY_AFTER_S } from './invoices.ts'
import { change, changeSubscription, find } from './records.ts'

export interface Payer {
  paymentMethod: Stripe.PaymentMethod | null
  /** By the plan of retries, and not at somebody's wish. */
  isAutomatic: boolean
  /** Whether the buyer was there and confirmed. */
  isConfirmed: boolean
}

const noPaymentMethod: Decline = {
  code: 'payment_intent_unexpected_state',
  declineCode: null,
  message: 'There is no default payment method to charge.',
}

/** One attempt at an open invoice. The subscription follows. Returns why it failed, or null. */
export function payInvoice(world: World, invoice: Stripe.Invoice, payer: Payer): Decline | null {
  const decline = declineOf(world, invoice, payer)
  if (decline) {
    const failed = recordFailure(world, invoice, payer, decline)
    followPayment(world, failed, false)
  } else {
    const paid = recordSuccess(world, invoice, payer.paymentMethod!)
    followPayment(world, paid, true)
  }
  return decline
}

function declineOf(world: World, invoice: Stripe.Invoice, payer: Payer): Decline | null {
  const { paymentMethod, isConfirmed } = payer
  const customer = idOf(invoice.customer)!
  if (world.ledger.get('charge_switch', customer)) {
    clearSwitch(world, customer)
    return declinedByConsole
  }
  if (!paymentMethod || paymentMethod.customer === null) return noPaymentMethod
  if (hasExpired(paymentMethod, world.now())) {
    return { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' }
  }
  const card = world.ledger.get('card', paymentMethod.id)!
  if (card.authentication === 'always' && !isConfirmed) return authenticationRequired
  return card.chargeDecline
}

/** Of the console, for the next charge; also to be called where the declined charge leaves no other trace. */
export function clearSwitch(world: World, customer: string): void {
  if (world.ledger.get('charge_switch', customer) === 'decline_next')
    world.ledger.remove('charge_switch', customer)
}

function hasExpired({ card }: Stripe.PaymentMethod, now: number): boolean {
  return Date.UTC(card!.exp_year, card!.exp_month, 1) / 1000 <= now
}

function recordSuccess(world: World, invoice: Stripe.Invoice, paymentMethod: Stripe.PaymentMethod) {
  const now = world.now()
  const { intent, payment } = paymentOf(world, invoice)
  const charge = newCharge({ id: newId('ch'), created: now }, intent, paymentMethod)
  world.ledger.put('charge', charge.id, charge)
  world.emit('charge.succeeded', charge)
  const succeeded = change(world, 'payment_intent', intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: paymentMethod.id,
    status: 'succeeded',
  })
  world.emit('payment_intent.succeeded', succeeded)
  const settled = {
    ...payment,
    amount_paid: intent.amount,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: now },
  }
  world.ledger.put('invoice_payment', invoice.id, settled)
  world.emit('invoice_payment.paid', settled)
  const attempts = invoice.attempt_count === 0 ? 1 : invoice.attempt_count
  return markPaid(world, { ...invoice, attempt_count: attempts })
}

function recordFailure(
  world: World,
  invoice: Stripe.Invoice,
  payer: Payer,
  decline: Decline,
): Stripe.Invoice {
  const { intent } = paymentOf(world, invoice)
  const isUnconfirmed = decline === authenticationRequired
  const failedIntent = change(world, 'payment_intent', intent, {
    last_payment_error: declineError(decline),
    payment_method: isUnconfirmed ? payer.paymentMethod!.id : null,
    status: isUnconfirmed ? 'requires_action' : 'requires_payment_method',
  })
  const by = attemptFields(world, invoice, payer)
  const failed = change(world, 'invoice', invoice, { attempted: true, ...by })
  world.emit('payment_intent.payment_failed', failedIntent)
  world.emit('invoice.payment_failed', failed)
  if (isUnconfirmed) world.emit('invoice.payment_action_required', failed)
  return failed
}

/** Any attempt is the first one; later ones count, and move the plan on, only when they were by plan. */
function attemptFields(
  world: World,
  invoice: Stripe.Invoice,
  { isAutomatic }: Payer,
): Partial<Stripe.Invoice> {
  if (!isAutomatic && invoice.attempt_count > 0) return {}
  const attempts = invoice.attempt_count + 1
  const wait = isAutomatic ? RETRY_AFTER_S[attempts - 1] : undefined
  return {
    attempt_count: attempts,
    next_payment_attempt: wait === undefined ? null : world.now() + wait,
  }
}

/** The subscription follows its latest invoice alone. */
function followPayment(world: World, invoice: Stripe.Invoice, isPaid: boolean): void {
  const subscription = find(world, 'subscription', subscriptionOf(invoice))
  if (idOf(subscription.latest_invoice) !== invoice.id) return
  const { status } = subscription
  if (isPaid && (status === 'incomplete' || status === 'past_due' || status === 'unpaid'))
    changeSubscription(world, subscription, { status: 'active' })
  if (!isPaid && status === 'active') changeSubscription(world, subscription, { status: 'past_due' })
}

export function paymentOf(world: World, invoice: Stripe.Invoice) {
  const payment = world.ledger.get('invoice_payment', invoice.id)!
  const intent = find(world, 'payment_intent', payment.payment.payment_intent as string)
  return { payment, intent }
}
