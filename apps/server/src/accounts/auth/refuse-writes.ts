import { type Role, roles } from '@stockcast/contract'
import type { MiddlewareHandler } from 'hono'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { isUnconfirmed } from '../queries.ts'

const roleRefusals: Record<Role, string> = {
  viewer: 'You do not belong to this shop.',
  buyer: 'You can see this shop, but not change it. Ask its owner for the role of a buyer.',
  owner: 'Only the owner of this shop can do this.',
}

/** Refuses callers whose role is less than the endpoint asks for. */
export function refuseLesserRoles(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { role = 'anyone' } = c.get('endpoint') ?? {}
    if (role !== 'anyone' && roles.indexOf(signedIn(c).role) < roles.indexOf(role))
      throw new AppError('forbidden', roleRefusals[role])
    await next()
  }
}

/**
 * Refuses accounts whose email address is not confirmed where the endpoint says so: what sends data elsewhere, or a mail in the
 * merchant's name. Somebody who registered another person's address must not use it.
 */
export function refuseUnconfirmed(kernel: Pick<Kernel, 'config' | 'db'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const refusesUnconfirmed = c.get('endpoint')?.refuses?.includes('unconfirmed')
    if (refusesUnconfirmed && kernel.config.mail.mode === 'live')
      await assertConfirmed(kernel, signedIn(c).userId)
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

/**
 * Refuses demo users where the endpoint says so: what reaches other people, costs money or belongs to a store. A demo account must
 * be kept first.
 */
export function refuseDemoUsers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.get('endpoint')?.refuses?.includes('demo') && isDemoUser(signedIn(c).email))
      throw new AppError('precondition_failed', refusalTexts.keepAccountFirst)
    await next()
  }
}
