export {
  type EffectivePolicy,
  effectivePolicy,
  findPolicies,
  type PolicySource,
  type VariantOverride,
} from './effective-policy.ts'
export { findServiceLevel, findSettings } from './queries.ts'
export { createSettingsRoutes, settingsBodyLimits } from './routes.ts'
export { saveServiceLevel } from './save-settings.ts'
