import type { MiddlewareHandler } from 'hono'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { isUnconfirmed } from '../queries.ts'

/**
 * Paths that send a merchant's data elsewhere, or a mail in the merchant's name. Somebody who registered another
 * person's address must not use them.
 */
const FOR_CONFIRMED_ACCOUNTS =
  /^\/api\/((notifications|deliveries|team\/(invitations|owner))\b|purchase-orders\/[^/]+\/send$)/

/** Paths that reach other people, cost money or belong to a store. A demo account must be kept first. */
const forKeptAccounts = [
  /^\/functions\/(stripe|shopify-oauth)-/,
  /^\/api\/(billing|notifications|deliveries|team)\b/,
]

export function refuseUnconfirmed(kernel: Pick<Kernel, 'config' | 'db'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isMeant = c.req.method !== 'GET' && FOR_CONFIRMED_ACCOUNTS.test(c.req.path)
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

export function refuseDemoUsers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isWrite = c.req.method !== 'GET'
    if (isWrite && isDemoUser(signedIn(c).email) && forKeptAccounts.some((each) => each.test(c.req.path))) {
      throw new AppError('precondition_failed', refusalTexts.keepAccountFirst)
    }
    await next()
  }
}
