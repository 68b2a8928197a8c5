/** What one unit of a bundle has in it, by variant. */
export type Recipes = ReadonlyMap<number, readonly { componentId: number }[]>

/** Bundles in bundles, the outermost counted as the first; `wholeRecipes` follows recipes as far in SQL. */
export const MAX_BUNDLE_LEVELS = 3
/** The search ends after this many steps: a longer chain is refused as too deep, even if it leads back to its start. */
const MAX_PATH = 50

export type RecipeFault =
  /** The bundle is a part of itself: the way back to it, which begins and ends with it. */
  { kind: 'cycle'; path: number[] } | { kind: 'too_deep'; path: number[] }

/** Returns what is wrong with the recipes below one of these bundles; null for nothing. */
export function findRecipeFault(recipes: Recipes, bundleIds: Iterable<number>): RecipeFault | null {
  const parents = new Map<number, number[]>()
  for (const [bundleId, parts] of recipes)
    for (const { componentId } of parts)
      parents.set(componentId, [...(parents.get(componentId) ?? []), bundleId])
  // A deep recipe may be too deep only because of what stands above the bundle that changes.
  const begun = new Set<number>()
  for (const bundleId of bundleIds) addWithAll(parents, bundleId, begun)
  const sound = new Map<number, number>()
  for (const bundleId of begun) {
    const fault = faultBelow(recipes, bundleId, [], sound)
    if (fault) return fault
  }
  return null
}

function addWithAll(parents: ReadonlyMap<number, readonly number[]>, from: number, found: Set<number>): void {
  const left = [from]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue
    found.add(next)
    left.push(...(parents.get(next) ?? []))
  }
}

/** Returns the first fault below a bundle; `sound` has the levels of the bundles that were found to be without one. */
function faultBelow(
  recipes: Recipes,
  id: number,
  above: readonly number[],
  sound: Map<number, number>,
): RecipeFault | null {
  const at = above.indexOf(id)
  if (at >= 0) return { kind: 'cycle', path: [...above.slice(at), id] }
  const parts = recipes.get(id)
  if (parts === undefined || parts.length === 0) return null
  const known = sound.get(id)
  if (known !== undefined && above.length + known <= MAX_BUNDLE_LEVELS) return null
  const path = [...above, id]
  if (path.length > MAX_PATH) return { kind: 'too_deep', path }
  let levels = 1
  for (const { componentId } of parts) {
    const fault = faultBelow(recipes, componentId, path, sound)
    if (fault) return fault
    levels = Math.max(levels, 1 + (sound.get(componentId) ?? 0))
  }
  if (path.length > MAX_BUNDLE_LEVELS) return { kind: 'too_deep', path }
  sound.set(id, levels)
  return null
}
