import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { FEEDBACK_MAX_LENGTH } from './constants.ts'
import { subscriptionStatuses } from './merchant.ts'

/** The card on file, as the provider describes it. */
export const cardSchema = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
})
export type Card = z.infer<typeof cardSchema>

/** An invoice that the provider has issued and that is not paid. */
export const openInvoiceSchema = z.object({
  amountCents: z.number().int(),
  /** ISO 4217, upper case. */
  currency: z.string(),
  /** The provider's page to pay it on. */
  url: z.string().nullable(),
  nextAttemptAt: instantSchema.nullable(),
})

/**
 * The payment status of spec §3. `GET /api/billing`, and the answer of every change that needs no page of the
 * provider.
 */
export const billingSchema = z.object({
  status: z.enum(subscriptionStatuses),
  /** null on a trial and without a plan. */
  planName: z.string().nullable(),
  trialEndsAt: instantSchema.nullable(),
  /** A trial begins here, unless it began with another account of the same mailbox or store. */
  signedUpAt: instantSchema,
  /** Days left of a trial, rounded up; null otherwise. */
  daysRemaining: z.number().int().nullable(),
  /** The next billing date of a paid plan. */
  currentPeriodEnd: instantSchema.nullable(),
  /** When access ends or ended, for a trial or a cancelled plan; null while no end is set. */
  accessUntil: instantSchema.nullable(),
  /** True when only billing and the account can still be changed. */
  isReadOnly: z.boolean(),
  /** Cancelled, and still running until `accessUntil`: reactivating takes one click and no payment. */
  cancelAtPeriodEnd: z.boolean(),
  /** True while the single extension of the trial is unused. */
  canExtendTrial: z.boolean(),
  hasPaymentMethod: z.boolean(),
  card: cardSchema.nullable(),
  /** True when the merchant is a customer of the provider, so that its portal can be opened. */
  hasCustomer: z.boolean(),
  openInvoice: openInvoiceSchema.nullable(),
})
export type Billing = z.infer<typeof billingSchema>

/** `POST /api/billing/cancel`. */
export const cancelRequestSchema = z.object({
  feedback: z.string().trim().max(FEEDBACK_MAX_LENGTH).optional(),
})

/** `POST /api/billing/{portal,update-payment-method}`: a page of the provider to go to. */
export const providerPageSchema = z.object({ url: z.url() })

/** `POST /api/billing/reactivate`: a page to pay on, or null if the plan simply runs on. */
export const reactivationSchema = z.object({ url: z.url().nullable() })
