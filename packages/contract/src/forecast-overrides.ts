import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { DAY_MS } from './durations.ts'

/** Whose forecast is changed: a product's, that of what a supplier sells first, or that of a vendor's products. */
export const overrideScopes = ['product', 'supplier', 'vendor'] as const
export type OverrideScope = (typeof overrideScopes)[number]

/**
 * How: by a percentage of usual days; in units a day more or less; in units of all its days; or as a percentage of what
 * another product is expected to sell, until the product has a forecast of its own.
 */
export const overrideKinds = ['percent', 'per_day', 'total', 'like'] as const
export type OverrideKind = (typeof overrideKinds)[number]

/** It ends at most so many days after today. */
export const MAX_OVERRIDE_DAYS = 365
export const MAX_OVERRIDE_REASON = 200
export const MAX_VENDOR_LENGTH = 255
/** A change by more than this share of the forecast is marked. */
export const FAR_OFF_SHARE = 0.3

const AMOUNTS: Record<OverrideKind, { min: number; max: number; unit: string }> = {
  percent: { min: -100, max: 900, unit: '%' },
  per_day: { min: -100_000, max: 100_000, unit: ' units a day' },
  total: { min: 0, max: 10_000_000, unit: ' units' },
  like: { min: 1, max: 1000, unit: '%' },
}

/** Returns the least and the largest amount of a kind of change. */
export function overrideLimits(kind: OverrideKind): { min: number; max: number } {
  return AMOUNTS[kind]
}

const fields = z.object({
  scope: z.enum(overrideScopes),
  /** The product; null for other scopes. */
  variantId: z.number().int().nullable().default(null),
  supplierId: z.number().int().nullable().default(null),
  vendor: z.string().min(1).max(MAX_VENDOR_LENGTH).nullable().default(null),
  from: daySchema,
  /** The last day. */
  to: daySchema,
  kind: z.enum(overrideKinds),
  /** In percent, or in units of all products together. */
  amount: z.number().int(),
  /** The product that a new one is expected to sell like. */
  likeVariantId: z.number().int().nullable().default(null),
  reason: z.string().trim().max(MAX_OVERRIDE_REASON).default(''),
})

const scopeFields = { product: 'variantId', supplier: 'supplierId', vendor: 'vendor' } as const

/** `POST /api/forecast-overrides`. */
export const forecastOverrideRequestSchema = fields.superRefine((asked, context) => {
  const refuse = (path: keyof typeof asked, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  for (const [scope, field] of Object.entries(scopeFields))
    if ((asked[field] !== null) !== (asked.scope === scope))
      refuse(
        field,
        asked.scope === scope ? 'say whose forecast is changed' : `is for the scope ${scope} only`,
      )
  const days = (Date.parse(asked.to) - Date.parse(asked.from)) / DAY_MS + 1
  if (days < 1) refuse('to', 'must not be before the first day')
  if (days > MAX_OVERRIDE_DAYS + 1)
    refuse('to', `must be at most ${MAX_OVERRIDE_DAYS} days after the first day`)
  const { min, max, unit } = AMOUNTS[asked.kind]
  if (asked.amount < min || asked.amount > max)
    refuse('amount', `must be from ${min}${unit} to ${max}${unit}`)
  if (asked.amount === 0 && asked.kind !== 'total') refuse('amount', 'changes nothing')
  if ((asked.kind === 'like') !== (asked.likeVariantId !== null))
    refuse('likeVariantId', asked.kind === 'like' ? 'choose a product' : 'is for the kind like only')
  if (asked.kind === 'like' && asked.scope !== 'product')
    refuse('scope', 'only a product is like another one')
  if (asked.likeVariantId !== null && asked.likeVariantId === asked.variantId)
    refuse('likeVariantId', 'choose another product')
})
export type ForecastOverrideRequest = z.input<typeof forecastOverrideRequestSchema>

export const forecastOverrideSchema = z.object({
  id: z.number().int(),
  scope: z.enum(overrideScopes),
  /** Names as they were when it was made. */
  scopeName: z.string(),
  kind: z.enum(overrideKinds),
  amount: z.number().int(),
  likeName: z.string().nullable(),
  from: daySchema,
  to: daySchema,
  reason: z.string(),
  author: z.string(),
  createdAt: instantSchema,
  state: z.enum(['planned', 'running', 'ended']),
  /** How many products it concerns that still exist. */
  products: z.number().int(),
  /** Units of all its days together as they were forecast and as they were changed, when it was made. */
  baselineUnits: z.number(),
  changedUnits: z.number(),
  /** Whether these are further apart than `FAR_OFF_SHARE`. */
  isFarOff: z.boolean(),
  /**
   * Once it has ended: the sums of the absolute errors of its products, in units. `products` are those whose sales tell; others
   * had sold out. Null before.
   */
  judgement: z
    .object({ products: z.number().int(), baselineError: z.number(), changedError: z.number() })
    .nullable(),
})
export type ForecastOverride = z.infer<typeof forecastOverrideSchema>

/** `GET /api/forecast-overrides`: all of the shop, or those that concern one product. */
export const forecastOverridesQuerySchema = z.object({ variantId: z.coerce.number().int().optional() })

export const forecastOverridesSchema = z.object({
  today: daySchema,
  /** Those that have not ended first; of these the first that counts on a day counts alone. Then the latest first. */
  overrides: z.array(forecastOverrideSchema),
  /** What the changes of each author did to the forecast, over the last year and all products. */
  valueAdded: z.array(
    z.object({
      author: z.string(),
      products: z.number().int(),
      baselineError: z.number(),
      changedError: z.number(),
    }),
  ),
})
export type ForecastOverrides = z.infer<typeof forecastOverridesSchema>
