import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'

/** Returns the fields of a form that a page sent; throws `invalid_input` for a body that is no such form. */
export function readForm(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  return c.req.parseBody().catch((cause: unknown) => {
    throw new AppError('invalid_input', 'The form could not be read. Please send it again.', { cause })
  })
}
