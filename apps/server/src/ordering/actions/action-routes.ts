import { orderRequestSchema } from '@stockcast/contract'
import { type Context, Hono } from 'hono'
import { AppError } from '../../kernel/errors.ts'
import type { AppEnv } from '../../kernel/http/context.ts'

import type { Kernel } from '../../kernel/kernel.ts'
import { donePage, questionPage, refusalPage } from './action-page.ts'
import { followLink, type LinkState, showLink } from './open-link.ts'

const statuses = { used: 410, expired: 410, unknown: 404, plan_ended: 403 } as const

/**
 * Serves the links in messages. `GET` only asks, because mail scanners follow links; `POST` acts. Neither
 * makes a session.
 */
export function createActionRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/act/:token', async (c) => {
    const state = await showLink(kernel, c.req.param('token'))
    return answer(c, state, (view) => c.html(questionPage(view)))
  })
  routes.post('/act/:token', async (c) => {
    const token = c.req.param('token')
    try {
      const form = await readForm(c)
      const state = await followLink(kernel, token, () => readOrder(form))
      return answer(c, state, (view) => c.html(donePage(view)))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
      const { message } = error
      const state = await showLink(kernel, token)
      return answer(c, state, (view) => c.html(questionPage(view, message), 400))
    }
  })
  return routes
}

type View = Extract<LinkState, { kind: 'open' }>['view']
type Page = Response | Promise<Response>

function answer(c: Context<AppEnv>, state: LinkState, open: (view: View) => Page): Page {
  return state.kind === 'open' ? open(state.view) : c.html(refusalPage(state.kind), statuses[state.kind])
}

function readOrder(form: Record<string, unknown>) {
  const read = orderRequestSchema.safeParse({ units: Number(form.units), expectedOn: form.expectedOn })
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AppError('invalid_input', issue?.message ?? 'The order could not be read.')
}

/** Returns the fields of a form that a page sent; throws `invalid_input` for a body that is no such form. */
function readForm(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  return c.req.parseBody().catch((cause: unknown) => {
    throw new AppError('invalid_input', 'The form could not be read. Please send it again.', { cause })
  })
}
