import { setTimeout as sleep } from 'node:timers/promises'
import type { Merchant } from '../product/merchant.ts'

const PATHS = ['/api/session', '/api/dashboard', '/api/products?pageSize=100', '/api/alerts?status=active']
const PAUSE_MS = 100

/** A merchant who looks at one screen after the other. Answers how long each request took, in milliseconds. */
export async function visit(merchant: Merchant, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    for (const path of PATHS) {
      const start = performance.now()
      await merchant.get(path)
      times.push(performance.now() - start)
    }
    await sleep(PAUSE_MS)
  }
  return times
}
