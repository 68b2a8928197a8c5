import { z } from 'zod'
import { alertTypes } from './alerts.ts'
import { instantSchema } from './calendar.ts'
import { type ChannelName, channelNames } from './channel-names.ts'
import { SLACK_WEBHOOK_PREFIX, SMS_DAILY_LIMIT, WEBHOOK_URL_MAX_LENGTH } from './constants.ts'
import { pageFields, pageQuery } from './pages.ts'

/** How people know a channel, and the provider that sends its messages. */
export const channels = {
  slack: { label: 'Slack', provider: 'slack', providerName: 'Slack' },
  email: { label: 'Email', provider: 'mail', providerName: 'the mail server' },
  sms: { label: 'SMS', provider: 'sms', providerName: 'Twilio' },
} as const satisfies Record<ChannelName, object>

/** Makes a value for each channel. */
export const mapChannels = <Value>(make: (channel: ChannelName) => Value) =>
  Object.fromEntries(channelNames.map((name) => [name, make(name)])) as Record<ChannelName, Value>

/**
 * The alerts that a channel receives: all of them; those with a stockout probability above one half during
 * the lead time, or already out of stock; or only those out of stock.
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
  /** The day of a weekly digest, from 1 (Monday) to 7 (Sunday). */
  weekday: z.number().int().min(1).max(7),
})

const stateSchema = choiceSchema.extend({
  /** A sentence that says why the system switched the channel off; null otherwise. */
  offReason: z.string().nullable(),
})

/** Which products' alerts a person gets, and when none is sent. */
export const alertWishSchema = z.object({
  /** Products of these suppliers or vendors, or with these tags; null for all of them: of all. */
  supplierIds: z.array(z.number().int()).max(500).nullable(),
  vendors: z.array(z.string().max(255)).max(500).nullable(),
  tags: z.array(z.string().max(255)).max(500).nullable().default(null),
  /** Equal times mean no quiet hours. */
  quietFrom: timeOfDaySchema,
  quietTo: timeOfDaySchema,
})
export type AlertWish = z.infer<typeof alertWishSchema>

/** `GET /api/notifications`, and the answer to `PUT`: the channels of the caller. */
export const notificationsSchema = z.object({
  /** The time zone of the times of day. */
  timeZone: z.string(),
  /** True until the channels are saved for the first time, or the offer of a daily mail is answered. */
  isOffered: z.boolean(),
  /** Whether the shop has more than its owner, so that it matters who gets what. */
  hasTeam: z.boolean(),
  wish: alertWishSchema,
  slack: stateSchema.extend({ webhookUrlMasked: z.string().nullable() }),
  email: stateSchema.extend({
    /** The confirmed address to which alerts are sent. */
    address: z.string().nullable(),
    /**
     * An address that was entered but is not confirmed yet. It gets alerts once its link has been followed.
     */
    pendingAddress: z.string().nullable(),
  }),
  sms: stateSchema.extend({
    /** International form, such as +14155550123. */
    phone: z.string().nullable(),
    isConfirmed: z.boolean(),
    /** When the merchant agreed to messages to this number, and to which words. */
    consentAt: instantSchema.nullable(),
    consentText: z.string(),
    /** True when the person at the number has replied STOP. */
    isStopped: z.boolean(),
    /** Messages between these times are sent after the second one. Equal times mean no quiet hours. */
    quietFrom: timeOfDaySchema,
    quietTo: timeOfDaySchema,
    dailyLimit: z.number().int().min(1).max(SMS_DAILY_LIMIT),
  }),
})
export type Notifications = z.infer<typeof notificationsSchema>

/** Checklist G-04. Trims the URL and turns a blank one into null. */
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

/** Allows only plain path segments after the prefix, so that no request can be directed elsewhere. */
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
  /** If absent, what is stored stays. */
  wish: alertWishSchema.optional(),
  slack: choiceSchema.extend({
    /** If absent, the stored URL is kept. Blank or null removes it and switches the channel off. */
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
    /** A different number must be confirmed again. */
    phone: z.string().trim().max(40).nullable(),
    /** True when the consent box is ticked. False ends the consent. */
    hasConsent: z.boolean(),
    quietFrom: timeOfDaySchema,
    quietTo: timeOfDaySchema,
    dailyLimit: z.number().int().min(1).max(SMS_DAILY_LIMIT),
  }),
})
export type SaveNotifications = z.input<typeof saveNotificationsSchema>

/** `POST /api/notifications/offer`: a daily mail of alerts to the address of the account, or nothing. */
export const answerOfferSchema = z.object({ isAccepted: z.boolean() })

/**
 * `POST /api/notifications/{slack,email,sms}/test` and `POST /api/notifications/sms/code`: the delivery log
 * has the result.
 */
export const deliveryTakenSchema = z.object({ deliveryId: z.number().int() })

/** `POST /api/notifications/sms/confirm`; the answer is `notificationsSchema`. */
export const confirmPhoneSchema = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits of the code'),
})

/**
 * Kinds of messages: alerts sent at once, alerts gathered in a digest, test messages, codes, mails about the
 * account, mails about billing, and mails that ask for confirmation of an alert address.
 */
export const deliveryKinds = [
  'alerts',
  'digest',
  'test',
  'code',
  'account',
  'billing',
  'confirm',
  'purchase_order',
  'report',
] as const

/**
 * `queued`, `sending`, `sent`; `retrying`: the provider refused or did not answer, and the next try is at
 * `nextTryAt`; `failed`: given up; `off`: the channel was switched off before the message could be sent;
 * `left_out`: there was nothing left to report.
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

/** How a provider answered; its own words are kept beside. `wait`: it asks for a later try. */
export const providerReasons = [
  'accepted',
  'carried',
  'delivered',
  'not_delivered',
  'no_answer',
  'wait',
  'provider_fault',
  'refused',
  'not_accepted',
] as const
export type ProviderReason = (typeof providerReasons)[number]

/** Why we did not send, or stopped trying. */
export const ownReasons = [
  'channel_not_set_up',
  'sms_not_set_up',
  'unanswered',
  'given_up',
  'daily_limit',
  'all_resolved',
  'outdated',
  'channel_off',
  'switched_off',
  'subscription_ended',
  'unsubscribed',
  'stopped',
  'address_unused',
  'address_confirmed',
  'asked_again',
] as const
export type OwnReason = (typeof ownReasons)[number]

/** Why a delivery has its status. `other`: only the words are known. */
export const deliveryReasons = [...providerReasons, ...ownReasons, 'other'] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

export const deliverySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  channel: z.enum(channelNames),
  kind: z.enum(deliveryKinds),
  status: z.enum(deliveryStatuses),
  /** How many alerts the message reports, and how many were resolved before it could be sent. */
  alerts: z.number().int(),
  leftOut: z.number().int(),
  /** The message in one line; null before the first try, and for codes. */
  summary: z.string().nullable(),
  attempts: z.number().int(),
  nextTryAt: instantSchema.nullable(),
  sentAt: instantSchema.nullable(),
  /** Null before the first answer. */
  reason: z.enum(deliveryReasons).nullable(),
  /** The provider's latest answer, or our own text. Shown to people; programs decide by `reason`. */
  providerWords: z.string().nullable(),
  canRetry: z.boolean(),
})
export type Delivery = z.infer<typeof deliverySchema>

/** `GET /api/deliveries`: newest first. */
export const deliveryQuerySchema = z.object({
  channel: z.enum(['all', ...channelNames]).default('all'),
  status: z.enum(['all', 'open', 'sent', 'failed']).default('all'),
  ...pageQuery(50, 200),
})
export type DeliveryQuery = z.input<typeof deliveryQuerySchema>

export const deliveryListSchema = z.object({
  deliveries: z.array(deliverySchema),
  ...pageFields,
  /** Alerts that wait for the next message or digest, by channel. */
  waiting: z.record(z.enum(channelNames), z.number().int()),
})
export type DeliveryList = z.infer<typeof deliveryListSchema>
