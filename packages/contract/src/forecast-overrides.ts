import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { DAY_MS } from './durations.ts'
import { MAX_GROUP_LENGTH } from './product-groups.ts'

/** Whose forecast is changed: that of a product, of what a supplier sells first, of a vendor's products, of those with a tag, or of a collection. */
export const overrideScopes = ['product', 'supplier', 'vendor', 'tag', 'collection'] as const
export type OverrideScope = (typeof overrideScopes)[number]

/**
 * How a forecast is changed: by a percentage of usual days; in units a day more or less; in units of all its days; or as a percentage of what
 * another product is expected to sell, until the product has a forecast of its own.
 */
export const overrideKinds = ['percent', 'per_day', 'total', 'like'] as const
export type OverrideKind = (typeof overrideKinds)[number]

/** An override ends at most this many days after today. */
export const MAX_OVERRIDE_DAYS = 365
export const MAX_OVERRIDE_REASON = 200
/** A change by more than this share of the forecast is marked. */
export const FAR_OFF_SHARE = 0.3

/** The smallest and the largest amount of each kind of override: percent, or units of all its products together. */
export const OVERRIDE_LIMITS = {
  percent: { min: -100, max: 900 },
  per_day: { min: -100_000, max: 100_000 },
  total: { min: 0, max: 10_000_000 },
  like: { min: 1, max: 1000 },
} as const satisfies Record<OverrideKind, { min: number; max: number }>

const getAmount = (kind: OverrideKind) =>
  z.number().int().min(OVERRIDE_LIMITS[kind].min).max(OVERRIDE_LIMITS[kind].max)
const change = (kind: 'percent' | 'per_day') =>
  getAmount(kind).refine((amount) => amount !== 0, 'changes nothing')

const overrideFields = {
  from: daySchema,
  /** The last day. */
  to: daySchema,
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), amount: change('percent') }),
    z.object({ kind: z.literal('per_day'), amount: change('per_day') }),
    z.object({ kind: z.literal('total'), amount: getAmount('total') }),
    z.object({ kind: z.literal('like'), amount: getAmount('like'), likeVariantId: z.number().int() }),
  ]),
  reason: z.string().trim().max(MAX_OVERRIDE_REASON).default(''),
}

function checkDays({ from, to }: { from: string; to: string }, context: z.RefinementCtx) {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) refuse('must not be before the first day')
  if (days > MAX_OVERRIDE_DAYS + 1) refuse(`must be at most ${MAX_OVERRIDE_DAYS} days after the first day`)
}

/** `PUT /api/forecast-overrides/{id}`: the change as it is to be from today on. It keeps its products. */
export const editOverrideSchema = z.object(overrideFields).superRefine(checkDays)
export type EditOverride = z.input<typeof editOverrideSchema>

/** `POST /api/forecast-overrides`. */
export const forecastOverrideRequestSchema = z
  .object({
    scope: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('product'), variantId: z.number().int() }),
      z.object({ kind: z.literal('supplier'), supplierId: z.number().int() }),
      z.object({ kind: z.literal('vendor'), vendor: z.string().min(1).max(MAX_GROUP_LENGTH) }),
      z.object({ kind: z.literal('tag'), tag: z.string().trim().min(1).max(MAX_GROUP_LENGTH) }),
      z.object({ kind: z.literal('collection'), collectionId: z.number().int().min(1) }),
    ]),
    ...overrideFields,
  })
  .superRefine(checkDays)
  .superRefine(({ scope, change }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (change.kind !== 'like') return
    if (scope.kind !== 'product') refuse(['scope'], 'only a product is like another one')
    else if (change.likeVariantId === scope.variantId)
      refuse(['change', 'likeVariantId'], 'choose another product')
  })
export type ForecastOverrideRequest = z.input<typeof forecastOverrideRequestSchema>

export const forecastOverrideSchema = z.object({
  id: z.number().int(),
  scope: z.enum(overrideScopes),
  /** Names as they were when it was made. */
  scopeName: z.string(),
  kind: z.enum(overrideKinds),
  amount: z.number().int(),
  /** What is left of a total that has begun, for its days from today on; otherwise the amount. */
  amountLeft: z.number().int(),
  likeName: z.string().nullable(),
  likeVariantId: z.number().int().nullable(),
  from: daySchema,
  to: daySchema,
  reason: z.string(),
  author: z.string(),
  createdAt: instantSchema,
  state: z.enum(['planned', 'running', 'ended']),
  /**
   * Whether it has stopped counting before its end: a launch whose product now has a forecast of its own, or whose other
   * product was deleted.
   */
  isIdle: z.boolean(),
  /** How many of its products still exist. */
  products: z.number().int(),
  /** Units of all its days together as they were forecast and as they were changed, when it was made. */
  baselineUnits: z.number(),
  changedUnits: z.number(),
  /** Whether these two differ by more than `FAR_OFF_SHARE`. */
  isFarOff: z.boolean(),
  /**
   * Once it has ended: the sums of the absolute errors of its products, in units. `products` counts the products whose sales
   * can be compared; the others had sold out. Null before it has ended.
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
  /**
   * Overrides that have not ended come first; on each day, only the first of them that applies counts. The others follow, the
   * latest first.
   */
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
