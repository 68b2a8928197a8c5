import { setTimeout as sleep } from 'node:timers/promises'
import { type Probed, untilBack } from './back.ts'
import type { LaunchedProduct, Part } from './launch-product.ts'

const LONGEST_WAIT_MS = 2500

export interface ChaosKill {
  part: Part
  backSeconds: number
}

/** Returns parts in random order, each equally often. */
export function plannedKills(count: number, random: () => number): Part[] {
  const parts: Part[] = ['web', 'worker', 'database', 'launcher']
  return Array.from({ length: count }, (_, n) => ({ part: parts[n % parts.length]!, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ part }) => part)
}

/** Kills one part at a random moment and waits until the product has applied a change made after it. */
export async function killOne(
  product: LaunchedProduct,
  args: { part: Part; probed: Probed; random: () => number },
): Promise<ChaosKill> {
  await sleep(args.random() * LONGEST_WAIT_MS)
  product.kill(args.part)
  return { part: args.part, backSeconds: await untilBack(args.probed) }
}
