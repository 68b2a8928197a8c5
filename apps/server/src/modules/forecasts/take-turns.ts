export type TakeTurns = <Result>(key: number, work: () => Promise<Result>) => Promise<Result>

/** Returns a function that runs work of the same key one after the other, and passes results and failures on. */
export function createTurns(): TakeTurns {
  const last = new Map<number, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}
