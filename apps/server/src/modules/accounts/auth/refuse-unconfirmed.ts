import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../../errors.ts'
import { type AppEnv, signedIn } from '../../../http/context.ts'
import type { Kernel } from '../../../kernel.ts'
import { isUnconfirmed } from '../queries.ts'

/** What sends a merchant's data elsewhere. Whoever registered an address that is not theirs must not set it up. */
const forConfirmedAccounts = /^\/api\/(notifications|deliveries)\b/

export function refuseUnconfirmed(kernel: Pick<Kernel, 'config' | 'db'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isMeant = c.req.method !== 'GET' && forConfirmedAccounts.test(c.req.path)
    if (isMeant && kernel.config.mail.mode === 'live') await assertConfirmed(kernel, signedIn(c).userId)
    await next()
  }
}

async function assertConfirmed({ db }: Pick<Kernel, 'db'>, userId: string): Promise<void> {
  if (!(await isUnconfirmed(db.directory, userId))) return
  throw new AppError(
    'precondition_failed',
    'Confirm your email address first: open the link in the mail we sent you, or get a new one in Settings, Account.',
  )
}
