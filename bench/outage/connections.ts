import type { DatabaseProxy } from '../../apps/server/src/testing/database-proxy.ts'

const LOOK_EVERY_MS = 50
const PERIOD_MS = 5000

export interface ConnectionWatch {
  /** Returns the most connections open at the same time since the start. */
  most(): number
  /** Returns the connection attempts a second over the last ten seconds. */
  triesASecond(): number
  /** Returns a line for each five seconds. */
  overTime(): string[]
  stop(): void
}

/** Counts the connections of the product twenty times a second. */
export function watchConnections(proxy: DatabaseProxy): ConnectionWatch {
  const start = performance.now()
  const looks: { atMs: number; open: number; tried: number }[] = []
  const look = () => {
    looks.push({ atMs: performance.now() - start, open: proxy.open(), tried: proxy.tried() })
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    most: () => Math.max(...looks.map(({ open }) => open)),
    triesASecond: () => {
      const last = looks.at(-1)!
      const before = looks.findLast(({ atMs }) => atMs < last.atMs - 10_000) ?? looks[0]!
      return (last.tried - before.tried) / ((last.atMs - before.atMs) / 1000)
    },
    overTime: () => {
      const periods = Map.groupBy(looks, ({ atMs }) => Math.floor(atMs / PERIOD_MS))
      return [...periods].map(([period, some]) => {
        const open = some.map((each) => each.open)
        const tried = some.at(-1)!.tried - some[0]!.tried
        const at = `${(period * PERIOD_MS) / 1000} s`.padStart(6)
        return `${at}  ${Math.min(...open)} to ${Math.max(...open)} open, ${tried} tried`
      })
    },
    stop: () => clearInterval(timer),
  }
}
