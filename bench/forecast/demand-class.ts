export const DEMAND_CLASSES = ['smooth', 'erratic', 'intermittent', 'lumpy'] as const
export type DemandClass = (typeof DEMAND_CLASSES)[number]

/** Returns the class by Syntetos, Boylan and Croston 2005: mean interval of sales, squared variation of their sizes. */
export function demandClassOf(history: Float64Array): DemandClass {
  const sizes = history.filter((units) => units > 0)
  const mean = sizes.reduce((sum, units) => sum + units, 0) / sizes.length
  const variation = sizes.reduce((sum, units) => sum + (units / mean - 1) ** 2, 0) / sizes.length
  const isFrequent = history.length / sizes.length < 1.32
  if (variation < 0.49) return isFrequent ? 'smooth' : 'intermittent'
  return isFrequent ? 'erratic' : 'lumpy'
}
