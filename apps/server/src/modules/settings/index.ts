export type { EffectivePolicy, PolicySource, VariantOverride } from './effective-policy.ts'
export { effectivePolicy } from './effective-policy.ts'
export { findSettings } from './queries.ts'
export { createSettingsRoutes } from './routes.ts'
