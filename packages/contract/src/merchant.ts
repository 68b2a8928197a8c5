import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { ownShopSchema, roles } from './roles.ts'
import { countryCodeSchema } from './shop-locale.ts'

export const subscriptionStatuses = ['trial', 'active', 'past_due', 'expired', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const connectionStatuses = ['connected', 'needs_reconnect', 'disconnected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** `live` uses the real provider, `sandbox` the fake on this machine. */
export const providerModeSchema = z.enum(['live', 'sandbox'])

/** The signed-in merchant, with the facts about the shop that every screen needs. `GET /api/session`. */
export const sessionSchema = z.object({
  merchant: z.object({
    id: z.number().int(),
    email: z.string(),
    /** True for a demo user, whose account is deleted when its session ends unless it is kept. */
    isDemoUser: z.boolean(),
    /** null until a store is connected. */
    shopDomain: z.string().nullable(),
    /**
     * The domain in the merchant record: a placeholder that begins with `pending` until a store is connected.
     */
    recordedShopDomain: z.string(),
    shopName: z.string().nullable(),
    isConnected: z.boolean(),
    isDemo: z.boolean(),
    timeZone: z.string(),
    /** Country of the shop's address; null while unknown. See `shopFormats`. */
    countryCode: countryCodeSchema.nullable(),
    currency: z.string(),
    subscriptionStatus: z.enum(subscriptionStatuses),
    planName: z.string().nullable(),
    trialEndsAt: instantSchema.nullable(),
    trialDaysRemaining: z.number().int().nullable(),
    /** True when another account with this mailbox or store used the trial; false once there was a plan. */
    hadTrialBefore: z.boolean(),
    currentPeriodEnd: instantSchema.nullable(),
    /** True when the trial or plan has ended, so that only billing and the account can be changed. */
    isReadOnly: z.boolean(),
  }),
  /** The person who is signed in, and their shops, the open one among them. */
  user: z.object({
    email: z.string(),
    /** Their own account, which is the open shop for its owner. */
    homeId: z.number().int(),
    /** In the open shop. */
    role: z.enum(roles),
    shops: z.array(ownShopSchema),
    /** Whether the person belongs to shops of others and has not opened one of their own. */
    isMemberOnly: z.boolean(),
  }),
  providers: z.object({
    shopify: providerModeSchema,
    stripe: providerModeSchema,
    mail: providerModeSchema,
    slack: providerModeSchema.optional(),
    sms: z.enum([...providerModeSchema.options, 'not_set_up']).optional(),
  }),
  /** Address of the sandbox console while a fake provider is in use. */
  sandboxConsoleUrl: z.string().nullable(),
  /** An example store name while the sandbox is used in place of Shopify. */
  sandboxShop: z.string().nullable(),
  unresolvedAlerts: z.number().int(),
  /** `low`: imports, syncs and new demos are paused until disk space is free again. */
  storage: z.enum(['ok', 'low']).optional(),
  freshness: z.object({
    stockAsOf: instantSchema.nullable(),
    forecastAsOf: instantSchema.nullable(),
    isStale: z.boolean(),
    /** Store changes that could not be applied; the next full comparison repairs them. */
    unappliedChanges: z.number().int().optional(),
    /**
     * When the stored data was last compared with the store, and how many differences were found and
     * repaired.
     */
    lastCheckedAt: instantSchema.nullable().optional(),
    differences: z.number().int().nullable().optional(),
  }),
  /** State of the connection to the store; null before the first store. */
  connection: z
    .object({
      status: z.enum(connectionStatuses),
      /** A sentence for the merchant; null while connected. */
      message: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** Days of orders that the store shares with this app; null means all of them. */
  orderHistoryDays: z.number().int().nullable().optional(),
  now: instantSchema,
})
export type Session = z.infer<typeof sessionSchema>
