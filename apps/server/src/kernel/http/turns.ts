/** Lets a limited number of tasks run at the same time; the others wait, first come, first served. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(most: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  const begin = async () => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
  }
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return {
    run: async (work) => {
      await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
