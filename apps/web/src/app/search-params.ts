import { channelNames, productSorts, stockStatuses, trendSorts } from '@stockcast/contract'
import { z } from 'zod'

/**
 * Keeps plain strings both ways: what looks like a number in an address (a code, a signature) stays
 * unchanged. A parameter that is repeated has several values.
 */
export function parseSearch(search: string): Record<string, string | string[]> {
  const read = new URLSearchParams(search)
  return Object.fromEntries(
    [...read.keys()].map((key) => {
      const values = read.getAll(key)
      return [key, values.length === 1 ? values[0]! : values]
    }),
  )
}

const text = z.string().optional().catch(undefined)
const count = z.coerce.number().int().min(1).optional().catch(undefined)

export const authSearch = z.object({
  tab: z.enum(['signin', 'signup']).optional().catch(undefined),
  redirect: text,
})
/** `next` comes with the link that confirms an address and says where sign-in leads. */
export const resetSearch = z.object({ token: text, error: text, next: text })
export const emailLinkSearch = z.object({ token: text })
export const connectSearch = z.object({ change: text })
export const addPaymentSearch = z.object({
  /** Only its presence counts, not its value (P-03). */
  cancelled: z
    .string()
    .transform(() => '1')
    .optional()
    .catch(undefined),
  /** Why a link from an email could not confirm the address. */
  error: text,
})
/** The parameters that a payment page sends back. */
export const paymentReturnSearch = z.object({ session_id: text })
const several = <Value extends z.ZodType>(value: Value) =>
  z
    .union([z.array(value), value.transform((one) => [one])])
    .optional()
    .catch(undefined)
const names = several(z.string())
const ids = several(z.coerce.number().int().min(1))
const classes = { abc: text, xyz: text, vendor: names, supplier: ids, tag: names, collection: ids }

export const settingsSearch = z.object({ tab: text, search: text, only: text, ...classes })

export const productsSearch = z.object({
  search: text,
  status: z
    .enum([...stockStatuses, 'off_sale'])
    .optional()
    .catch(undefined),
  ...classes,
  sort: z.enum(productSorts).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
})
export const productSearch = z.object({ horizon: z.coerce.number().int().optional().catch(undefined) })
export const trendsSearch = z.object({
  period: z.coerce.number().int().optional().catch(undefined),
  variantId: z.coerce.number().int().optional().catch(undefined),
  search: text,
  ...classes,
  sort: z.enum(trendSorts).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: count,
})
export const alertsSearch = z.object({
  status: z.enum(['active', 'resolved']).optional().catch(undefined),
  type: z.enum(['low_stock', 'stockout_risk']).optional().catch(undefined),
  search: text,
  ...classes,
  sort: z.literal('stockout').optional().catch(undefined),
  show: z.literal('snoozed').optional().catch(undefined),
  page: count,
})
export const deliveriesSearch = z.object({
  channel: z.enum(channelNames).optional().catch(undefined),
  status: z.enum(['open', 'sent', 'failed']).optional().catch(undefined),
  page: count,
})

/** For all screens about ordering, which check the values themselves: their lists of values come with their code. */
export const orderingSearch = z.object({
  budget: z.coerce.number().min(0).optional().catch(undefined),
  search: text,
  status: text,
  late: text,
  kind: text,
  ...classes,
  sort: text,
  order: text,
  show: text,
  page: count,
})
