import type { Hono, MiddlewareHandler } from 'hono'
import type { Api } from './api.ts'
import type { AppEnv } from './context.ts'
import type { Answered } from './observe-requests.ts'

export interface Mounts {
  /** Routes before all middleware: they check size and sender themselves. */
  direct?: readonly { path: string; routes: Hono<AppEnv> }[]
  /** Routes that identify the caller themselves: sign-in, health. */
  open: readonly { path: string; routes: Hono<AppEnv> }[]
  /** Middleware that every route for signed-in merchants passes first, in this order. */
  guards?: readonly MiddlewareHandler<AppEnv>[]
  /** Routes for signed-in merchants. */
  guarded: readonly { path: string; routes: Api }[]
  /** Called after each request. */
  onAnswered?: (answered: Answered) => void
}
