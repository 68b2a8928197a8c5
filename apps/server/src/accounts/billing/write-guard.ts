import type { MiddlewareHandler } from 'hono'
import { isReadOnly } from '../../kernel/access/access.ts'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/**
 * Refuses changes by a merchant whose trial or plan has ended, unless the endpoint stays open without one. So do reading and
 * exporting.
 */
export function createWriteGuard(kernel: Pick<Kernel, 'db' | 'clock'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const endpoint = c.get('endpoint')
    const isClosed = endpoint && endpoint.method !== 'GET' && !endpoint.withoutPlan
    if (isClosed) await assertMayChange(kernel, signedIn(c).merchantId)
    await next()
  }
}

async function assertMayChange(kernel: Pick<Kernel, 'db' | 'clock'>, merchantId: number): Promise<void> {
  const now = kernel.clock.now()
  if (!(await kernel.db.withTenant(merchantId, (tx) => isReadOnly(tx, merchantId, now)))) return
  throw new AppError(
    'subscription_ended',
    'Your subscription has ended, so nothing can be changed. Reactivate it in Settings, Billing; your data is kept.',
  )
}
