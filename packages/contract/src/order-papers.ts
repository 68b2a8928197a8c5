import { z } from 'zod'

/** Largest PNG of a logo, and its largest width and height in pixels. */
export const MAX_LOGO_BYTES = 200_000
export const MAX_LOGO_PIXELS = { width: 1000, height: 500 }
/** Largest number that a merchant may choose for the next order. */
const MAX_ORDER_NUMBER = 999_999_999

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most.toLocaleString('en-US')} characters.`)

/** What stands on every purchase order. Empty texts are left out. */
const printedFields = {
  /** The name of the company behind the shop; empty: the name of the shop. */
  companyName: text(200),
  address: text(1000),
  /** Where goods go: a name and an address; empty: to `address`. */
  shipTo: text(1000),
  /** Terms of payment and delivery. */
  terms: text(2000),
  note: text(2000),
  /** Written before each order number. Dots are not allowed, so that no mail program turns it into a link. */
  prefix: z
    .string()
    .max(10, 'At most 10 characters.')
    .regex(/^([A-Za-z0-9#][A-Za-z0-9#/_ -]*)?$/, 'Use letters, digits and # / _ - only.'),
}

const nextNumber = z.int('Give a whole number.').min(1, 'At least 1.')
const chosenNumber = nextNumber.max(MAX_ORDER_NUMBER, `At most ${MAX_ORDER_NUMBER.toLocaleString('en-US')}.`)

/** `GET /api/settings/orders`. The logo is a PNG in base64. */
export const orderPapersSchema = z.object({ ...printedFields, nextNumber, logo: z.string().nullable() })
export type OrderPapers = z.infer<typeof orderPapersSchema>

/** `PUT /api/settings/orders`. A `logo` or `nextNumber` that is left out stays as it is; a null logo is removed. */
export const saveOrderPapersSchema = z.object({
  ...printedFields,
  nextNumber: chosenNumber.optional(),
  logo: z
    .string()
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'The picture is not base64.')
    .nullable()
    .optional(),
})
export type SaveOrderPapers = z.input<typeof saveOrderPapersSchema>
