import { z } from 'zod'
import { alertTypes } from './alerts.ts'
import {
  DEFAULT_COVER_DAYS,
  DEFAULT_LEAD_TIME_DAYS,
  DEFAULT_SAFETY_STOCK,
  MAX_CHOSEN_VARIANTS,
  MAX_COVER_DAYS,
  MAX_DEFAULT_LEAD_TIME_DAYS,
  MAX_DEFAULT_SAFETY_STOCK,
  MAX_LEAD_TIME_DAYS,
  MAX_SAFETY_STOCK,
} from './constants.ts'
import { leadTimeSources } from './lead-time-sources.ts'
import { pageFields, pageQuery } from './pages.ts'
import { groupFilters } from './product-groups.ts'
import { excessKinds, productFilters } from './product-rows.ts'
import { serviceLevelSchema } from './scorecard.ts'

const coverDays = z
  .int({ error: 'Days of cover are a whole number of days.' })
  .min(1, 'Days of cover are 1 or more.')
  .max(MAX_COVER_DAYS, `Days of cover are at most ${MAX_COVER_DAYS}.`)

/** What applies to every product without settings of its own. */
export const defaultsSchema = z.object({
  defaultSafetyStock: z
    .int()
    .min(0)
    .max(MAX_DEFAULT_SAFETY_STOCK, `Safety stock is at most ${MAX_DEFAULT_SAFETY_STOCK} units.`),
  defaultLeadTimeDays: z
    .int()
    .min(0)
    .max(MAX_DEFAULT_LEAD_TIME_DAYS, `Lead time is at most ${MAX_DEFAULT_LEAD_TIME_DAYS} days.`),
  /** How long an order lasts after it has arrived, for suppliers that take orders on any day. */
  defaultCoverDays: coverDays,
})
export type Defaults = z.infer<typeof defaultsSchema>

export const specDefaults: Defaults = {
  defaultSafetyStock: DEFAULT_SAFETY_STOCK,
  defaultLeadTimeDays: DEFAULT_LEAD_TIME_DAYS,
  defaultCoverDays: DEFAULT_COVER_DAYS,
}

/** `GET /api/settings`. */
export const settingsSchema = defaultsSchema.extend({ serviceLevel: z.number() })
export type Settings = z.infer<typeof settingsSchema>

/** `PUT /api/settings`: days of cover and service level that are left out keep their values. */
export const saveSettingsSchema = defaultsSchema.extend({
  defaultCoverDays: coverDays.optional(),
  serviceLevel: serviceLevelSchema.optional(),
})
export type SaveSettings = z.infer<typeof saveSettingsSchema>

/** `POST /api/settings/apply`: the new defaults, for every product. */
export const appliedSettingsSchema = settingsSchema.extend({
  /** Products whose own settings were removed. */
  changed: z.number().int(),
  undoId: z.number().int().nullable(),
})
export type AppliedSettings = z.infer<typeof appliedSettingsSchema>

const safetyStock = z
  .int({ error: 'Safety stock is a whole number of units.' })
  .min(0, 'Safety stock is 0 units or more.')
  .max(MAX_SAFETY_STOCK, `Safety stock is at most ${MAX_SAFETY_STOCK} units.`)
  .nullable()
const leadTimeDays = z
  .int({ error: 'Lead time is a whole number of days.' })
  .min(0, 'Lead time is 0 days or more.')
  .max(MAX_LEAD_TIME_DAYS, `Lead time is at most ${MAX_LEAD_TIME_DAYS} days.`)
  .nullable()

/** The settings of one product; null means the default. */
export const variantSettingsSchema = z.object({
  safetyStock,
  leadTimeDays,
  coverDays: coverDays.nullable(),
})
/** `PUT /api/variants/:id/settings`: days of cover that are left out keep their value. */
export const saveVariantSettingsSchema = variantSettingsSchema.extend({
  coverDays: coverDays.nullable().optional(),
})
export type VariantSettings = z.infer<typeof variantSettingsSchema>

const chosenBy = {
  search: z.string().trim().max(200).default(''),
  /** `overridden`: only products with settings of their own. */
  only: z.enum(['all', 'overridden']).default('all'),
  ...groupFilters,
}

/** `GET /api/settings/variants`. */
export const variantSettingsQuerySchema = z.object({
  ...chosenBy,
  ...pageQuery(100),
})
export type VariantSettingsQuery = z.input<typeof variantSettingsQuerySchema>

export const variantSettingsRowSchema = variantSettingsSchema.extend({
  variantId: z.number().int(),
  title: z.string(),
  sku: z.string().nullable(),
})
export type VariantSettingsRow = z.infer<typeof variantSettingsRowSchema>

/** What applies to a product without a setting of its own, and where that value comes from. */
const usualSchema = z.object({
  leadTimeDays: z.int(),
  leadTimeSource: z.enum(leadTimeSources),
  coverDays: z.int(),
  /** Its preferred supplier. */
  supplier: z.string().nullable(),
})

export const variantSettingsListSchema = z.object({
  rows: z.array(variantSettingsRowSchema.extend({ usual: usualSchema })),
  ...pageFields,
  /** Totals over the whole catalogue, regardless of the search. */
  counts: z.object({ all: z.number().int(), overridden: z.number().int() }),
  defaults: defaultsSchema,
})
export type VariantSettingsList = z.infer<typeof variantSettingsListSchema>

const variantIds = z.array(z.number().int()).max(MAX_CHOSEN_VARIANTS)

/** The products that are meant: some, or all that a list shows. */
export const bulkTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), variantIds: variantIds.min(1) }),
  z.object({
    kind: z.literal('matching'),
    ...chosenBy,
    status: z.enum(productFilters).default('all'),
    /** The location whose status counts; absent: the whole shop's. */
    location: z.number().int().optional(),
    /** Only products with overstock of this kind; absent: all. */
    excess: z.enum(['all', ...excessKinds]).optional(),
    /** Only products with open alerts of this type; absent: all. */
    alerts: z.enum(['all', ...alertTypes]).optional(),
    except: variantIds.default([]),
  }),
])
export type BulkTarget = z.input<typeof bulkTargetSchema>

/** `PUT /api/settings/variants`: the same settings for many products. Fields left out keep their values. */
export const bulkVariantSettingsSchema = z.object({
  target: bulkTargetSchema,
  set: z
    .object({
      safetyStock: safetyStock.optional(),
      leadTimeDays: leadTimeDays.optional(),
      coverDays: coverDays.nullable().optional(),
    })
    .refine((set) => Object.values(set).some((value) => value !== undefined), {
      message: 'Name a safety stock, a lead time or days of cover.',
    }),
  /** True: only says how many products would change. */
  preview: z.boolean().default(false),
})
export type BulkVariantSettings = z.input<typeof bulkVariantSettingsSchema>

export const bulkVariantSettingsAnswerSchema = z.object({
  /** Products that were selected, and how many of them changed. */
  matched: z.number().int(),
  changed: z.number().int(),
  /**
   * The id for `POST /api/settings/changes/:id/undo`; null if nothing changed. Only the latest change can be
   * undone.
   */
  undoId: z.number().int().nullable(),
})

export const undoneSettingsSchema = z.object({
  /** Products whose former settings were restored. Products changed again since then keep their settings. */
  restored: z.number().int(),
})
