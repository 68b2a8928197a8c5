import { setTimeout as sleep } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { Kernel } from '../kernel.ts'
import { countUse } from '../limits/take-use.ts'
import { createUsePace } from '../limits/use-pace.ts'
import { getLimits } from '../limits/use-rules.ts'
import { accountKind } from '../quotas/account-kind.ts'
import { type AppEnv, signedIn } from './context.ts'

/**
 * Counts each request by the use that its endpoint declares, before its body is read and whatever comes of it, and looks at
 * the disk where rows are added. One merchant's changes in quick succession wait.
 */
export function limitUses(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'disk'>,
): MiddlewareHandler<AppEnv> {
  const pace = createUsePace(kernel.config.changesASecond)
  return async (c, next) => {
    const { use, method } = c.get('endpoint') ?? {}
    if (use === undefined || use === 'by_address') return next()
    const { merchantId } = signedIn(c)
    const { grows = [], changes = 1 } = getLimits(use)
    const waitMs = method === 'GET' ? 0 : pace(merchantId, { changes, now: performance.now() })
    if (waitMs > 0) await sleep(waitMs)
    const kind = await accountKind(kernel, kernel.db.directory, merchantId)
    const at = kernel.clock.now()
    const counted = method === 'GET' || use === 'change' ? [use] : (['change', use] as const)
    for (const each of counted) await countUse(kernel.db.directory, { merchantId, kind, use: each, at })
    if (grows.length > 0) await kernel.disk.assertRoomForRows()
    c.set('grows', grows)
    await next()
  }
}
