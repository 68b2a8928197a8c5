import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { idSchema, requestKeySchema, rowVersionSchema } from './order-fields.ts'

/** Maximum number of characters that a merchant can add to the subject of an order. */
export const ORDER_SUBJECT_CHARACTERS = 100

/** `GET …/send`: the mail as it would be sent, for a preview. */
export const orderMailSchema = z.object({
  /** The supplier's first address that takes orders; null without one. */
  to: z.string().nullable(),
  /** The supplier's addresses, which are all that an order may be sent to. `isStopped`: its owner wants no more orders. */
  addresses: z.array(z.object({ email: z.string(), isStopped: z.boolean() })),
  replyTo: z.string(),
  /** What the subject begins with; the words of the merchant follow. */
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string() })),
  /** Why it cannot be sent; null if it can. */
  obstacle: z.enum(['no_address', 'all_stopped', 'paused', 'demo', 'no_lines', 'wrong_state']).nullable(),
})
export type OrderMail = z.infer<typeof orderMailSchema>

/** `POST …/send`. The same `key` in the same version is one mail, however often it is asked for. */
export const sendOrderSchema = z.object({
  version: rowVersionSchema,
  key: requestKeySchema,
  /** One of the supplier's addresses; absent: the first that takes orders. */
  to: z.email('Please enter a valid email address.').max(320).optional(),
  /** The merchant's own words, which follow the fixed beginning of the subject. */
  subject: z.string().trim().max(ORDER_SUBJECT_CHARACTERS).optional(),
  text: z.string().trim().min(1).max(10_000).optional(),
  /** Also marks a draft as ordered. */
  markOrdered: z.boolean().default(false),
})
export type SendOrder = z.input<typeof sendOrderSchema>

export const orderMailStatuses = ['waiting', 'sent', 'failed', 'uncertain'] as const
export const sentOrderMailSchema = z.object({
  id: idSchema,
  recipient: z.string(),
  askedAt: instantSchema,
  /** `uncertain`: the server stopped while it was sending, and the mail may have gone; it is not sent again. */
  status: z.enum(orderMailStatuses),
  statusAt: instantSchema,
})
export type SentOrderMail = z.infer<typeof sentOrderMailSchema>
