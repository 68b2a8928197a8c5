/** Where the lead time of a product comes from, the first that exists. */
export const leadTimeSources = [
  'variant',
  'supplier_variant',
  'learned',
  'stated',
  'merchant',
  'default',
] as const
export type LeadTimeSource = (typeof leadTimeSources)[number]
