import type { Hono, MiddlewareHandler } from 'hono'
import type { BodyLimits } from './body-limits.ts'
import type { AppEnv } from './context.ts'

export interface Mounts {
  /** Routes before every middleware: they check size and sender by themselves. */
  direct?: readonly { path: string; routes: Hono<AppEnv> }[]
  /** Routes that prove the caller themselves: sign-in, health. */
  open: readonly { path: string; routes: Hono<AppEnv> }[]
  /** What every route for signed-in merchants asks first, in this order. */
  guards?: readonly MiddlewareHandler<AppEnv>[]
  /** Routes for signed-in merchants. */
  guarded: readonly { path: string; routes: Hono<AppEnv> }[]
  /** Guarded paths that take uploads and check the size of the body by themselves. */
  uploads?: readonly string[]
  /** Where a body may have more bytes than usual, or less. */
  bodyLimits?: BodyLimits
}
