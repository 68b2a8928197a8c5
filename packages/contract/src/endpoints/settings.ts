import {
  appliedSettingsSchema,
  bulkVariantSettingsAnswerSchema,
  bulkVariantSettingsSchema,
  saveSettingsSchema,
  saveVariantSettingsSchema,
  settingsSchema,
  undoneSettingsSchema,
  variantSettingsListSchema,
  variantSettingsQuerySchema,
  variantSettingsRowSchema,
} from '../settings.ts'
import { byVariant, endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/settings', {
  role: 'viewer',
  answer: settingsSchema,
  description: 'The defaults and the service level.',
})

export const save = endpoint('PUT', '/api/settings', {
  role: 'owner',
  use: 'change',
  body: saveSettingsSchema,
  answer: settingsSchema,
  description: 'The defaults as saved.',
})

export const apply = endpoint('POST', '/api/settings/apply', {
  role: 'owner',
  use: 'change',
  summary: 'Saves the defaults and applies them to every product: settings of single products are removed',
  body: saveSettingsSchema,
  answer: appliedSettingsSchema,
  description: 'The defaults, and how many products had settings of their own.',
})

export const listVariants = endpoint('GET', '/api/settings/variants', {
  role: 'viewer',
  summary:
    'Products with their own safety stock, lead time and days of cover; null where the default applies',
  query: variantSettingsQuerySchema,
  answer: variantSettingsListSchema,
  description: 'One page by title, and the defaults.',
})

export const saveVariants = endpoint('PUT', '/api/settings/variants', {
  role: 'buyer',
  use: 'setting',
  maxBytes: 256_000,
  summary: 'Sets or clears safety stock, lead time and days of cover of many products, either all or none',
  body: bulkVariantSettingsSchema,
  answer: bulkVariantSettingsAnswerSchema,
  description: 'How many products changed, and how to undo it.',
})

export const undo = endpoint('POST', '/api/settings/changes/{id}/undo', {
  role: 'buyer',
  use: 'setting',
  summary: 'Undoes the latest change of many products, once',
  params: byVariant,
  answer: undoneSettingsSchema,
  description: 'How many products have their former settings back.',
})

export const saveVariant = endpoint('PUT', '/api/variants/{id}/settings', {
  role: 'buyer',
  use: 'setting',
  summary: 'Saves one product’s own settings; when all are unset or zero, the defaults apply',
  params: byVariant,
  body: saveVariantSettingsSchema,
  answer: variantSettingsRowSchema,
  description: 'The settings as stored.',
})
