import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRecipeFault, type Recipes } from './recipes.ts'
import { faultSentence } from './save-recipes.ts'

function recipes(of: Record<number, number[]>): Recipes {
  return new Map(
    Object.entries(of).map(([id, parts]) => [Number(id), parts.map((componentId) => ({ componentId }))]),
  )
}

describe('recipes of bundles', () => {
  it('may have bundles in bundles, three levels deep, and share parts', () => {
    expect(findRecipeFault(recipes({ 1: [2, 9], 2: [3, 9], 3: [9] }), [1, 2, 3])).toBeNull()
  })

  it('are refused if a bundle is a part of itself, and the chain of parts is named', () => {
    expect(findRecipeFault(recipes({ 1: [1] }), [1])).toEqual({ kind: 'cycle', path: [1, 1] })
    expect(findRecipeFault(recipes({ 1: [2], 2: [9, 3], 3: [1] }), [3])).toEqual({
      kind: 'cycle',
      path: [3, 1, 2, 3],
    })
  })

  it('are refused if bundles are nested four levels deep, whichever of them changes', () => {
    const deep = recipes({ 1: [2], 2: [3], 3: [4], 4: [9] })
    for (const changed of [1, 2, 3, 4])
      expect(findRecipeFault(deep, [changed])).toEqual({ kind: 'too_deep', path: [1, 2, 3, 4] })
  })

  it('are refused in one sentence that names the products', () => {
    const titles: Record<number, string> = { 1: 'Gift box', 2: 'Tea set', 3: 'Cup' }
    const words = (path: number[], kind: 'cycle' | 'too_deep' = 'cycle') =>
      faultSentence({ kind, path }, (id) => titles[id]!)
    expect(words([1, 1])).toBe('Gift box cannot be a part of itself: remove it from its own parts.')
    expect(words([1, 2, 1])).toBe(
      'Gift box would be a part of itself: it contains Tea set, which contains Gift box.',
    )
    expect(words([1, 2, 3, 1], 'too_deep')).toBe(
      'Gift box has bundles in bundles more than 3 levels deep: list the parts of the inner ones instead.',
    )
  })

  it('of any kind are searched to the end, and so is a long chain of bundles', () => {
    const graph = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 30 })
    forAll(graph, (edges) => {
      const of = new Map<number, { componentId: number }[]>()
      for (const [from, to] of edges) of.set(from, [...(of.get(from) ?? []), { componentId: to }])
      const fault = findRecipeFault(of, of.keys())
      expect(fault === null).toBe(longestWay(of) <= 3)
    })
    const long = new Map(Array.from({ length: 10_000 }, (_, i) => [i, [{ componentId: i + 1 }]] as const))
    expect(findRecipeFault(long, [9999])?.kind).toBe('too_deep')
  })
})

/** Returns the most bundles on a way down; infinity for one that comes back. */
function longestWay(recipes: Recipes): number {
  const below = (id: number, above: number[]): number => {
    if (above.includes(id)) return Number.POSITIVE_INFINITY
    const parts = recipes.get(id) ?? []
    return parts.length === 0
      ? 0
      : 1 + Math.max(...parts.map((part) => below(part.componentId, [...above, id])))
  }
  return Math.max(0, ...[...recipes.keys()].map((id) => below(id, [])))
}
