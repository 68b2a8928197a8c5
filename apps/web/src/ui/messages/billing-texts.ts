import type { SubscriptionStatus } from '@stockcast/contract'
import { ZodError } from 'zod'
import { ApiError, isSignedOut } from '../../api/api-error.ts'
import { formatBillingDate } from '../format/days.ts'
import { type Message, toSentence } from './error-messages.ts'

/** G-05 */
export const statusLabels: Record<SubscriptionStatus, string> = {
  trial: 'Trial',
  active: 'Active',
  past_due: 'Past Due',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** P-03 */
export const setupCancelledText = 'Payment setup was cancelled. You need to add a payment method to continue.'

export const popUpBlocked: Message = {
  title: 'Pop-up blocked',
  message: 'Allow pop-ups for this site, or use the link on this page.',
}

const notAuthenticated: Message = { title: 'Not authenticated', message: 'Please sign in to continue.' }
const unusable = 'Nothing was changed. Please try again.'

/** Returns why no page for card details could be opened (P-05). */
export const setupStartFailure = (error: unknown): Message =>
  pageFailure('Failed to start payment setup. Please try again.', error)

/** P-06 */
export const checkoutStartFailure = (error: unknown): Message => pageFailure('Failed to start payment', error)

export const portalFailure = (error: unknown): Message => pageFailure('Failed to open Stripe', error)
export const reactivateFailure = (error: unknown): Message => pageFailure('Failed to reactivate', error)

function pageFailure(title: string, error: unknown): Message {
  if (isSignedOut(error)) return notAuthenticated
  const lack = error instanceof ApiError && error.cause instanceof ZodError ? error.cause.issues[0] : null
  if (!lack) return { title, message: toSentence(error) }
  return lack.path.length === 0
    ? { title: 'No data returned from Stripe function', message: unusable }
    : { title: 'No checkout URL returned', message: unusable }
}

/**
 * Returns why a card setup failed (P-07); without an error of the call itself, the address lacked the
 * session.
 */
export const setupReturnFailure = (reason: unknown): Message => ({
  title: 'Setup failed',
  message: reason === null ? 'Missing session ID' : getReason(reason),
})

/** Returns one sentence for the page, then the reason (P-08). */
export const subscriptionReturnFailure = (reason: unknown): string =>
  reason === null
    ? 'No session ID found'
    : `Failed to activate subscription. Please contact support. ${getReason(reason)}`

/** Returns the server's own sentence, from an answer or from a failed call. */
const getReason = (reason: unknown) => (typeof reason === 'string' ? reason : toSentence(reason))

/** C-02 */
export const extendFailure = (error: unknown): Message =>
  error instanceof ApiError && error.code === 'conflict'
    ? { title: 'Already Extended', message: "You've already used your free trial extension." }
    : { title: 'Failed to extend trial. Please try again.', message: toSentence(error) }

/** C-03 */
export const cancelFailure = (error: unknown): Message => ({
  title: 'Failed to cancel subscription. Please try again.',
  message: toSentence(error),
})

/** C-02: the title stays where the extension moved nothing; the sentence names the day that counts. */
export const trialExtended = (trialEndsAt: string | null, timeZone: string): Message => ({
  title: 'Trial Extended!',
  message: trialEndsAt === null ? '' : `Your trial ends on ${formatBillingDate(trialEndsAt, timeZone)}.`,
})

export const billingSuccess = {
  reactivated: { title: 'Subscription Reactivated', message: 'Everything continues as before.' },
} as const satisfies Record<string, Message>

/** Why nothing can be changed, and the next step. */
export const viewerReason = 'You can see this shop, but not change it. Ask its owner for the role of a buyer.'
export const ownerReason = 'Only the owner of this shop can do this.'
export const readOnlyReason = 'Your subscription has ended. Reactivate it in Settings, Billing to continue.'
