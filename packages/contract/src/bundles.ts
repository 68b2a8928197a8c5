import { z } from 'zod'
import { pageFields, pageQuery } from './pages.ts'
import { stockStatuses } from './product-rows.ts'

/**
 * `store`: the store sells the parts itself; `virtual`: put together when it is sold; `assembly`: made in advance, with stock of
 * its own.
 */
export const bundleKinds = ['store', 'virtual', 'assembly'] as const
export type BundleKind = (typeof bundleKinds)[number]

export const MAX_BUNDLE_PARTS = 200
export const MAX_PART_QUANTITY = 10_000
export const MAX_MAKE_DAYS = 365
export const MAX_RECIPE_ROWS = 20_000

const productFields = { variantId: z.int(), title: z.string(), sku: z.string().nullable() }
const namedSchema = z.object({ variantId: z.int(), title: z.string() })

/** A part of a bundle with its stock. */
export const bundlePartSchema = z.object({
  ...productFields,
  quantity: z.int(),
  isDeleted: z.boolean(),
  isTracked: z.boolean(),
  available: z.int().nullable(),
  /** Bundles that it is enough for; null if it is never short, or unknown. */
  enoughFor: z.int().nullable(),
  daysUntilStockout: z.int().nullable(),
})
export type BundlePart = z.infer<typeof bundlePartSchema>

const limitFields = {
  /** How many can be made of the stock of all parts; null if that is unknown or never short. */
  canMake: z.int().nullable(),
  /** Whether the store has deleted a part. */
  isIncomplete: z.boolean(),
  /** The part that is enough for the fewest. */
  limitedBy: namedSchema.nullable(),
}

/** A product as a bundle of others. */
export const bundleSchema = z.object({
  kind: z.enum(bundleKinds),
  makeDays: z.int(),
  ...limitFields,
  /** The part that is expected to run out first. */
  firstOut: namedSchema.nullable(),
  parts: z.array(bundlePartSchema),
})
export type Bundle = z.infer<typeof bundleSchema>

/** The bundles that contain a product, and how many of its units were sold in them in the last 30 days. */
export const inBundlesSchema = z.object({
  units30: z.int(),
  bundles: z.array(namedSchema.extend({ quantity: z.int() })),
})
export type InBundles = z.infer<typeof inBundlesSchema>

/** From when a recipe counts: for all past sales too, or for those from today on. */
const validFrom = z.enum(['always', 'today'])
const makeDays = z.int().min(0).max(MAX_MAKE_DAYS)

/** `PUT /api/products/{variantId}/bundle`; without parts, the product is no longer a bundle. */
export const saveBundleSchema = z
  .object({
    kind: z.enum(['virtual', 'assembly']).default('virtual'),
    makeDays: makeDays.default(0),
    validFrom: validFrom.default('always'),
    parts: z
      .array(z.object({ variantId: z.int(), quantity: z.int().min(1).max(MAX_PART_QUANTITY) }))
      .max(MAX_BUNDLE_PARTS),
  })
  .superRefine(({ parts }, context) => {
    const ids = parts.map(({ variantId }) => variantId)
    const twice = ids.findIndex((id, at) => ids.indexOf(id) < at)
    if (twice >= 0)
      context.addIssue({
        code: 'custom',
        path: ['parts', twice, 'variantId'],
        message: 'is in the recipe already: change its quantity instead',
      })
  })
export type SaveBundle = z.input<typeof saveBundleSchema>

/** `GET /api/bundles`, by title. */
export const bundleListQuerySchema = z.object(pageQuery(50))
export const bundleListSchema = z.object({
  rows: z.array(
    z.object({
      ...productFields,
      kind: z.enum(bundleKinds),
      parts: z.int(),
      status: z.enum(stockStatuses),
      daysUntilStockout: z.int().nullable(),
      ...limitFields,
    }),
  ),
  ...pageFields,
})
export type BundleList = z.infer<typeof bundleListSchema>

/**
 * `POST /api/bundles/import`: a row for each part of a bundle, by SKU or barcode. Bundles with a faulty row stay as they are, the
 * others are saved. A changed recipe counts from today unless `validFrom` is `always`; a new one for all past sales.
 */
export const importRecipesSchema = z.object({
  validFrom: validFrom.default('today'),
  rows: z
    .array(
      z.object({
        /** The line of the file. */
        line: z.int(),
        bundle: z.string().max(300),
        part: z.string().max(300),
        quantity: z.number(),
        /** Given for an assembly. */
        makeDays: makeDays.nullable().default(null),
      }),
    )
    .min(1)
    .max(MAX_RECIPE_ROWS),
})
export type ImportRecipes = z.input<typeof importRecipesSchema>

export const importedRecipesSchema = z.object({
  saved: z.int(),
  unchanged: z.int(),
  /** At most 100 rows, each with the reason as a sentence; `faulty` counts all. */
  faults: z.array(z.object({ line: z.int(), reason: z.string() })),
  faulty: z.int(),
})
export type ImportedRecipes = z.infer<typeof importedRecipesSchema>

/** An assembly that is due to be made. */
export const toMakeSchema = z.object({
  ...productFields,
  units: z.int(),
  /** The latest day to begin. */
  makeBy: z.string(),
  makeDays: z.int(),
  canMake: z.int().nullable(),
  limitedBy: namedSchema.nullable(),
})
export type ToMake = z.infer<typeof toMakeSchema>
