import type { MiddlewareHandler } from 'hono'
import { isReadOnly } from '../../kernel/access/access.ts'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/** The paths that stay open without a plan: payment, the account, and who belongs to the shop. */
const alwaysOpen = [
  '/api/billing/',
  '/api/account',
  '/api/team/people',
  '/api/team/owner',
  '/api/team/shop',
  '/functions/stripe-',
  '/functions/send-welcome-email',
]

/** Refuses every change by a merchant whose trial or plan has ended. Reading and exporting stay open. */
export function createWriteGuard(kernel: Pick<Kernel, 'db' | 'clock'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isOpen =
      reading.has(c.req.method) || alwaysOpen.some((beginning) => c.req.path.startsWith(beginning))
    if (!isOpen) await assertMayChange(kernel, signedIn(c).merchantId)
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
