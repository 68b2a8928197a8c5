import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { countryCodeSchema } from './shop-locale.ts'

export const subscriptionStatuses = ['trial', 'active', 'past_due', 'expired', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const connectionStatuses = ['connected', 'needs_reconnect', 'disconnected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** `live` talks to the provider itself, `sandbox` to the stand-in on this machine. */
export const providerModeSchema = z.enum(['live', 'sandbox'])

/** Who is signed in, and what every screen needs to know about their shop. `GET /api/session`. */
export const sessionSchema = z.object({
  merchant: z.object({
    id: z.number().int(),
    email: z.string(),
    /** Tries the demo: the account goes with its session unless it is kept. */
    isVisitor: z.boolean(),
    /** null until a store is connected. */
    shopDomain: z.string().nullable(),
    /** As the merchant record has it: a placeholder that begins with `pending` until a store is connected. */
    recordedShopDomain: z.string(),
    shopName: z.string().nullable(),
    isConnected: z.boolean(),
    isDemo: z.boolean(),
    timeZone: z.string(),
    /** Of the shop's address; null while it is not known. See `shopFormats`. */
    countryCode: countryCodeSchema.nullable(),
    currency: z.string(),
    subscriptionStatus: z.enum(subscriptionStatuses),
    planName: z.string().nullable(),
    trialEndsAt: instantSchema.nullable(),
    trialDaysRemaining: z.number().int().nullable(),
    /** Another account with this mailbox or store began the trial; false once there was a plan. */
    hadTrialBefore: z.boolean(),
    currentPeriodEnd: instantSchema.nullable(),
    /** The trial or the plan has ended: nothing can be changed but billing and account. */
    isReadOnly: z.boolean(),
  }),
  providers: z.object({
    shopify: providerModeSchema,
    stripe: providerModeSchema,
    mail: providerModeSchema,
    slack: providerModeSchema.optional(),
    sms: z.enum([...providerModeSchema.options, 'not_set_up']).optional(),
  }),
  /** Address of the sandbox console while a stand-in is in use. */
  sandboxConsoleUrl: z.string().nullable(),
  /** A store name to try while the sandbox stands in for Shopify. */
  sandboxShop: z.string().nullable(),
  unresolvedAlerts: z.number().int(),
  /** `low`: imports, syncs and demos are paused until there is room again. */
  storage: z.enum(['ok', 'low']).optional(),
  freshness: z.object({
    stockAsOf: instantSchema.nullable(),
    forecastAsOf: instantSchema.nullable(),
    isStale: z.boolean(),
    /** Changes of the store that could not be applied; the next whole comparison brings them. */
    unappliedChanges: z.number().int().optional(),
    /** When the store was last compared with what is here, and in how many places they differed; repaired since. */
    lastCheckedAt: instantSchema.nullable().optional(),
    differences: z.number().int().nullable().optional(),
  }),
  /** The store's access; null before the first store. */
  connection: z
    .object({
      status: z.enum(connectionStatuses),
      /** A sentence for the merchant, null while connected. */
      message: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** How far back the store shares its orders with this app; null: all of them. */
  orderHistoryDays: z.number().int().nullable().optional(),
  now: instantSchema,
})
export type Session = z.infer<typeof sessionSchema>
