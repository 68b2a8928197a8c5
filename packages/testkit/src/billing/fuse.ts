/** Thrown when a simulated process is killed. */
export class Crash extends Error {
  constructor() {
    super('killed')
  }
}

/** Counts the external effects of a process, database writes included, and kills it at one of them. */
export interface Fuse {
  readonly isBlown: boolean
  /** Runs an effect. The process is killed before or after the chosen effect and runs no later ones. */
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
