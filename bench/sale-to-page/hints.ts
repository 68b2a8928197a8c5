import { createParser } from 'eventsource-parser'
import type { Merchant } from '../product/merchant.ts'

export interface Hints {
  /** Returns the number of hints of this kind so far. */
  count(type: string): number
  /** Resolves when there are more hints of this kind than `after`. */
  next(type: string, after: number): Promise<void>
  close(): void
}

/** Opens the stream of hints that an open page listens to. */
export async function openHints(merchant: Merchant): Promise<Hints> {
  const end = new AbortController()
  const counts = new Map<string, number>()
  const waiting = new Set<() => void>()
  const parser = createParser({
    onEvent: ({ data }) => {
      const { type } = JSON.parse(data) as { type: string }
      counts.set(type, (counts.get(type) ?? 0) + 1)
      for (const wake of [...waiting]) wake()
    },
  })
  const response = await merchant.listen(end.signal)
  if (!response.ok || !response.body) throw new Error(`no hints: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value)
  }
  read().catch(() => undefined)
  const count = (type: string) => counts.get(type) ?? 0
  return {
    count,
    next: (type, after) =>
      new Promise((resolve) => {
        const look = () => {
          if (count(type) <= after) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => end.abort(),
  }
}
