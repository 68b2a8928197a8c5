import { z } from 'zod'
import { daySchema } from './calendar.ts'
import { DAY_MS } from './durations.ts'
import { MAX_GROUP_LENGTH } from './product-groups.ts'

/** A sale or event, a closing of the shop, and an order of one product that was a one-off. */
export const shopEventKinds = ['sale', 'closed', 'one_off'] as const
export type ShopEventKind = (typeof shopEventKinds)[number]

/** Once; on the same dates of each year; or on the same weekdays, 52 weeks apart. */
export const eventRepeats = ['never', 'yearly', 'yearly_weekday'] as const
export type EventRepeats = (typeof eventRepeats)[number]

/** A proposal was detected in the shop's sales, and the merchant has not yet said whether it is right. */
export const eventStatuses = ['proposed', 'confirmed', 'denied'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** An event that repeats must end before its next occurrence begins. */
export const MAX_EVENT_DAYS = 364
/** Days further back are not used for learning, and days further ahead are not forecast. */
export const EVENT_YEARS = { back: 4, ahead: 3 }
export const MAX_EVENT_NAME = 80
export const MAX_EVENT_PRODUCTS = 1000
/** Largest sales of a day ÷ those of a usual day. */
export const MAX_EVENT_RATIO = 10

const fields = z.object({
  kind: z.enum(shopEventKinds),
  name: z.string().trim().max(MAX_EVENT_NAME).default(''),
  from: daySchema,
  /** The last day. */
  to: daySchema,
  repeats: z.enum(eventRepeats).default('never'),
  /** Expected sales of its days ÷ those of usual days; null: as in past sales. */
  effectRatio: z.number().min(0).max(MAX_EVENT_RATIO).nullable().default(null),
  /** null: all products, or only those of `group`. */
  variantIds: z.array(z.number().int()).min(1).max(MAX_EVENT_PRODUCTS).nullable().default(null),
  /** A tag or a collection whose products are included on each day of the event; null if there is none. */
  group: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('tag'), tag: z.string().trim().min(1).max(MAX_GROUP_LENGTH) }),
      z.object({ kind: z.literal('collection'), collectionId: z.number().int().min(1) }),
    ])
    .nullable()
    .default(null),
})

/** `POST /api/calendar/events`, and `PUT` of one. */
export const shopEventRequestSchema = fields.superRefine((event, context) => {
  const refuse = (path: keyof typeof event, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const days = (Date.parse(event.to) - Date.parse(event.from)) / DAY_MS + 1
  if (days < 1) refuse('to', 'must not be before the first day')
  if (days > MAX_EVENT_DAYS) refuse('to', `must be at most ${MAX_EVENT_DAYS} days after the first day`)
  if (event.kind !== 'sale' && event.effectRatio !== null)
    refuse('effectRatio', 'is for sales and events only')
  if (event.kind === 'closed' && event.variantIds) refuse('variantIds', 'a closing is of all products')
  if (event.group && event.kind !== 'sale') refuse('group', 'only a sale is of a tag or collection')
  if (event.kind !== 'one_off') return
  if (event.variantIds?.length !== 1) refuse('variantIds', 'a one-off order is of one product')
  if (days !== 1) refuse('to', 'a one-off order is of one day')
  if (event.repeats !== 'never') refuse('repeats', 'a one-off order does not repeat')
})
export type ShopEventRequest = z.input<typeof shopEventRequestSchema>

const periodSchema = z.object({ from: daySchema, to: daySchema })

export const shopEventSchema = z.object({
  id: z.number().int(),
  kind: z.enum(shopEventKinds),
  status: z.enum(eventStatuses),
  name: z.string(),
  from: daySchema,
  to: daySchema,
  repeats: z.enum(eventRepeats),
  effectRatio: z.number().nullable(),
  /** Sales of its days ÷ those of usual days, as detected; null if the merchant entered the event. */
  foundRatio: z.number().nullable(),
  /** Whether it was detected and lasts until yesterday, so that its end is not known. */
  isOpen: z.boolean(),
  /**
   * The tag or collection whose products it concerns; null for products by name, or all. `title` is null once the store has
   * deleted the collection.
   */
  group: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('tag'), tag: z.string() }),
      z.object({
        kind: z.literal('collection'),
        collectionId: z.number().int(),
        title: z.string().nullable(),
      }),
    ])
    .nullable(),
  /** null: all products. `titles` has the first few. */
  products: z.object({ count: z.number().int(), titles: z.array(z.string()) }).nullable(),
  /** Its occurrences from a year ago to a year ahead, including repeats. */
  times: z.array(periodSchema),
})
export type ShopEvent = z.infer<typeof shopEventSchema>

/** `GET /api/calendar`: all events of the shop, or those that concern one product. */
export const shopCalendarQuerySchema = z.object({ variantId: z.coerce.number().int().optional() })

export const shopCalendarSchema = z.object({
  today: daySchema,
  /** Proposals first, then the latest first. */
  events: z.array(shopEventSchema),
})
export type ShopCalendar = z.infer<typeof shopCalendarSchema>

/** `GET /api/calendar/events/{id}`, and the answer to a change. */
export const shopEventDetailSchema = z.object({
  event: shopEventSchema,
  variants: z.array(z.object({ variantId: z.number().int(), title: z.string() })).nullable(),
})
export type ShopEventDetail = z.infer<typeof shopEventDetailSchema>

/** `PUT /api/calendar/events/{id}/answer`; `proposed` takes an answer back. */
export const proposalAnswerSchema = z.object({ answer: z.enum(eventStatuses) })
