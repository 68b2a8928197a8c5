import type { Database } from '../launch/database.ts'
import type { AlertMaker } from './alerts.ts'
import type { Outboxes } from './outboxes.ts'
import { compareMessages } from './report.ts'
import type { SteppedClock } from './stepped-clock.ts'
import { drain } from './waits.ts'
import { insist, type Work } from './work.ts'

export interface AlertingShop {
  merchantId: number
  outboxes: Outboxes
  variants: readonly number[]
}

/** Sells out one product after the other. Each alert must arrive once on each channel. */
export function alerting(
  shops: readonly AlertingShop[],
  context: { maker: AlertMaker; database: Database; clock: SteppedClock },
): Work {
  const soldOut = new Map(shops.map(({ merchantId }) => [merchantId, 0]))
  return {
    name: 'alerts',
    doOne: async () => {
      for (const { merchantId, variants } of shops) {
        const next = soldOut.get(merchantId) ?? 0
        const variant = variants[next]
        if (variant === undefined) continue
        await insist(() => context.maker.sellOut(merchantId, [variant]))
        soldOut.set(merchantId, next + 1)
      }
    },
    judge: async () => {
      await drain(context.database, context.clock)
      const notified = shops.map(({ merchantId, outboxes }) => ({
        merchantId,
        outboxes,
        alerts: soldOut.get(merchantId) ?? 0,
      }))
      const { isWhole } = await compareMessages(notified, context.database)
      return isWhole ? [] : ['alerts were lost, unknown, or delivered twice without saying so']
    },
  }
}
