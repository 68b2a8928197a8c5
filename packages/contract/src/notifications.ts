import { z } from 'zod'
import { alertTypes } from './alerts.ts'
import { instantSchema } from './calendar.ts'
import { SLACK_WEBHOOK_PREFIX, SMS_DAILY_LIMIT, WEBHOOK_URL_MAX_LENGTH } from './constants.ts'

export const channelNames = ['slack', 'email', 'sms'] as const
export type ChannelName = (typeof channelNames)[number]

/**
 * Which alerts a channel takes: all; those that are likelier than not to run out before a new order arrives, or have run
 * out; or only those that have run out.
 */
export const urgencies = ['all', 'likely', 'out_of_stock'] as const
export type Urgency = (typeof urgencies)[number]

export const timings = ['at_once', 'daily', 'weekly'] as const
export type Timing = (typeof timings)[number]

/** A time of the day in the shop's time zone. */
const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time of day such as 08:00')

const choiceSchema = z.object({
  isOn: z.boolean(),
  types: z.array(z.enum(alertTypes)).min(1, 'Choose at least one kind of alert'),
  urgency: z.enum(urgencies),
  timing: z.enum(timings),
  /** When a digest is sent. */
  at: timeOfDaySchema,
  /** Of a weekly digest: 1 Monday to 7 Sunday. */
  weekday: z.number().int().min(1).max(7),
})

const stateSchema = choiceSchema.extend({
  /** Why the channel was switched off without the merchant, in a sentence. */
  offReason: z.string().nullable(),
})

/** `GET /api/notifications`, and the answer to `PUT`. */
export const notificationsSchema = z.object({
  /** The times of day are in this zone. */
  timeZone: z.string(),
  slack: stateSchema.extend({ webhookUrlMasked: z.string().nullable() }),
  email: stateSchema.extend({
    /** Alerts go to it. */
    address: z.string().nullable(),
    /** Was entered and is not confirmed: alerts go there once its link was followed. */
    pendingAddress: z.string().nullable(),
  }),
  sms: stateSchema.extend({
    /** International form, such as +14155550123. */
    phone: z.string().nullable(),
    isConfirmed: z.boolean(),
    /** When the merchant agreed to messages to this number, and to which words. */
    consentAt: instantSchema.nullable(),
    consentText: z.string(),
    /** The person at the number replied STOP. */
    isStopped: z.boolean(),
    /** No message between these; they are sent after. Equal: no quiet hours. */
    quietFrom: timeOfDaySchema,
    quietTo: timeOfDaySchema,
    dailyLimit: z.number().int().min(1).max(SMS_DAILY_LIMIT),
  }),
})
export type Notifications = z.infer<typeof notificationsSchema>

/** Checklist G-04. Trimmed; blank means none. */
export const slackWebhookUrlSchema = z
  .string()
  .trim()
  .transform((url) => (url === '' ? null : url))
  .nullable()
  .superRefine((url, context) => {
    const message = url === null ? null : slackWebhookUrlFault(url)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

function slackWebhookUrlFault(url: string): string | null {
  if (!url.startsWith(SLACK_WEBHOOK_PREFIX))
    return `Slack webhook URL must start with ${SLACK_WEBHOOK_PREFIX}`
  if (url.length > WEBHOOK_URL_MAX_LENGTH) {
    return `Webhook URL is too long (max ${WEBHOOK_URL_MAX_LENGTH} characters)`
  }
  return isSlackWebhookUrl(url) ? null : 'Please enter a valid Slack webhook URL'
}

/** Below the prefix there are plain path segments only, so that no request can be led elsewhere. */
function isSlackWebhookUrl(url: string): boolean {
  return URL.canParse(url) && /^(?:[\w-]+\/)*[\w-]+$/.test(url.slice(SLACK_WEBHOOK_PREFIX.length))
}

const addressSchema = z
  .string()
  .trim()
  .max(320)
  .transform((address) => (address === '' ? null : address))
  .pipe(z.email('Please enter a valid email address').nullable())
  .nullable()

/** `PUT /api/notifications`. */
export const saveNotificationsSchema = z.object({
  slack: choiceSchema.extend({
    /** Absent: the stored one is kept. Blank or null removes it and switches the channel off. */
    webhookUrl: slackWebhookUrlSchema.optional(),
  }),
  /** Saving with the channel off clears the address. */
  email: choiceSchema
    .extend({ address: addressSchema })
    .refine(({ isOn, address }) => !isOn || address !== null, {
      path: ['address'],
      message: 'Enter the address that alerts are sent to',
    }),
  sms: choiceSchema.extend({
    /** Another number has to be confirmed anew. */
    phone: z.string().trim().max(40).nullable(),
    /** The box beside the consent text is ticked. Taking the tick away ends the consent. */
    hasConsent: z.boolean(),
    quietFrom: timeOfDaySchema,
    quietTo: timeOfDaySchema,
    dailyLimit: z.number().int().min(1).max(SMS_DAILY_LIMIT),
  }),
})
export type SaveNotifications = z.input<typeof saveNotificationsSchema>

/** `POST /api/notifications/{slack,email,sms}/test` and `POST /api/notifications/sms/code`: what became of it is in the log. */
export const deliveryTakenSchema = z.object({ deliveryId: z.number().int() })

/** `POST /api/notifications/sms/confirm`; answers the notifications. */
export const confirmPhoneSchema = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits of the code'),
})

/**
 * Messages about alerts, at once or gathered; tests and codes; and mails about the account, about billing, and to
 * confirm the address for alerts.
 */
export const deliveryKinds = ['alerts', 'digest', 'test', 'code', 'account', 'billing', 'confirm'] as const

/**
 * `queued`, `sending`, `sent`; `retrying`: refused or unanswered, it is tried again at `nextTryAt`; `failed`: given up;
 * `off`: the channel was switched off before it could be sent; `left_out`: there was nothing left to say.
 */
export const deliveryStatuses = [
  'queued',
  'sending',
  'sent',
  'retrying',
  'failed',
  'off',
  'left_out',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const deliverySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  channel: z.enum(channelNames),
  kind: z.enum(deliveryKinds),
  status: z.enum(deliveryStatuses),
  /** How many alerts it tells, and how many were resolved before it could be sent. */
  alerts: z.number().int(),
  leftOut: z.number().int(),
  /** What it says in one line; null before the first try, and for codes. */
  summary: z.string().nullable(),
  attempts: z.number().int(),
  nextTryAt: instantSchema.nullable(),
  sentAt: instantSchema.nullable(),
  /** What the provider said last. */
  providerWords: z.string().nullable(),
  canRetry: z.boolean(),
})
export type Delivery = z.infer<typeof deliverySchema>

/** `GET /api/deliveries`: newest first. */
export const deliveryQuerySchema = z.object({
  channel: z.enum(['all', ...channelNames]).default('all'),
  status: z.enum(['all', 'open', 'sent', 'failed']).default('all'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})
export type DeliveryQuery = z.input<typeof deliveryQuerySchema>

export const deliveryListSchema = z.object({
  deliveries: z.array(deliverySchema),
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  /** Alerts that wait for the next message or digest, by channel. */
  waiting: z.record(z.enum(channelNames), z.number().int()),
})
export type DeliveryList = z.infer<typeof deliveryListSchema>
