import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../../errors.ts'
import { type AppEnv, signedIn } from '../../../http/context.ts'
import { isVisitor } from '../../../visitor-email.ts'

/** What reaches other people, costs money or belongs to a store needs an account that stays. */
const forKeptAccounts = [
  /^\/functions\/(stripe|shopify-oauth)-/,
  /^\/api\/(billing|notifications|deliveries)\b/,
]

export function refuseVisitors(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isWrite = c.req.method !== 'GET'
    if (isWrite && isVisitor(signedIn(c).email) && forKeptAccounts.some((each) => each.test(c.req.path))) {
      throw new AppError(
        'precondition_failed',
        'Keep this account first: give it an email address and a password.',
      )
    }
    await next()
  }
}
