/** A process was killed here. */
export class Crash extends Error {
  constructor() {
    super('killed')
  }
}

/** Counts what a process does to the outside, its database included, and kills it at one of these. */
export interface Fuse {
  readonly isBlown: boolean
  /** Runs an effect. The one that the fuse blows at happens or not, and nobody hears of it; later ones do not happen. */
  guard<T>(effect: () => Promise<T>): Promise<T>
}

export const sound: Fuse = { isBlown: false, guard: (effect) => effect() }

export function fuse({ at, when }: { at: number; when: 'before' | 'after' }): Fuse {
  let left = at
  let isBlown = false
  return {
    get isBlown() {
      return isBlown
    },
    guard: async (effect) => {
      if (isBlown) throw new Crash()
      left--
      if (left > 0) return effect()
      isBlown = true
      if (when === 'after') await effect()
      throw new Crash()
    },
  }
}
