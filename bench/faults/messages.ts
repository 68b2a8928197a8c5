import { setTimeout as sleep } from 'node:timers/promises'
import { sessionSchema, syncStateSchema } from '../../packages/contract/src/index.ts'
import type { Merchant } from '../product/merchant.ts'

const LOOK_EVERY_MS = 2000

export interface Notified {
  message: string
  afterSeconds: number
}

/**
 * Returns the first message about a fault on the merchant's screens; null if there was none. It polls until
 * the end, so that both products get the same number of requests.
 */
export async function firstMessage(merchant: Merchant, signal: AbortSignal): Promise<Notified | null> {
  const start = performance.now()
  let notified: Notified | null = null
  while (!signal.aborted) {
    const { connection } = sessionSchema.parse(await merchant.get('/api/session'))
    const { run } = syncStateSchema.parse(await merchant.get('/api/sync'))
    const message = connection?.message ?? run?.message
    if (message) notified ??= { message, afterSeconds: (performance.now() - start) / 1000 }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return notified
}
