export type { EffectivePolicy, PolicySource, VariantOverride } from './effective-policy.ts'
export { DEFAULT_COVER_DAYS, effectivePolicy } from './effective-policy.ts'
export { findSettings } from './queries.ts'
export { createSettingsRoutes } from './routes.ts'
