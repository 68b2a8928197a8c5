import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../product/merchant.ts'
import type { Sandbox } from '../product/sandbox.ts'

const PATHS = ['/api/session', '/api/products', '/api/alerts', '/api/billing']
const AT_ONCE = 4
const PAUSE_MS = 50
const BURST_EVERY_MS = 2000
const BURST_EVENTS = 20
const STATUS = /: (\d{3}) /

/**
 * Reads merchants' screens and sends webhooks until it is stopped. Returns the number of answers by status.
 */
export function keepAsking(args: {
  url: string
  merchants: readonly Merchant[]
  sandbox: Sandbox
  shop: string
}): { stop(): Promise<[string, number][]> } {
  const statuses = new Map<string, number>()
  let isOver = false
  const ask = async (merchant: Merchant, n: number) => {
    const status = await merchant.get(PATHS[n % PATHS.length]!).then(
      () => '200',
      (error: Error) => STATUS.exec(error.message)?.[1] ?? `no answer (${error.message.slice(0, 60)})`,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const demoUsers = args.merchants.flatMap((merchant) =>
    Array.from({ length: AT_ONCE }, async (_, first) => {
      for (let n = first; !isOver; n++) {
        await ask(merchant, n)
        await sleep(PAUSE_MS)
      }
    }),
  )
  const sending = (async () => {
    for (let seed = 1; !isOver; seed++) {
      await args.sandbox.burst(args.shop, BURST_EVENTS, seed)
      await sleep(BURST_EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await Promise.all([...demoUsers, sending])
      return [...statuses].sort(([a], [b]) => a.localeCompare(b))
    },
  }
}
