interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that collects all items that arrive while a call is running into the next call, at most
 * `most` of them. Calls stay few at any rate, and nothing waits when little arrives. All who share a call
 * share its result.
 */
export function gather<Item, Result>(
  most: number,
  call: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isCalling = false

  const callAll = async (): Promise<void> => {
    isCalling = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        const result = await call(batch.map((each) => each.item))
        for (const { resolve } of batch) resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isCalling = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isCalling) void callAll()
    })
}
