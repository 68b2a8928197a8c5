import type { Context } from 'hono'
import { AppError } from '../../../errors.ts'
import { callerAddress } from '../../../http/caller-address.ts'
import type { Kernel } from '../../../kernel.ts'
import { AUTH_PATH, type Auth } from '../auth/auth.ts'
import { ADDRESS_HEADER } from './own-address.ts'

/**
 * Counts a call of our own beside those of the auth library, by the rule for `path` in `rate-limits.ts`. The library
 * counts a request before it looks for what answers it, so there need be nothing at this path.
 */
export async function assertWithinLimit(
  kernel: Pick<Kernel, 'config'>,
  auth: Pick<Auth, 'handler'>,
  { c, path }: { c: Context; path: string },
): Promise<void> {
  const headers = { [ADDRESS_HEADER]: callerAddress(kernel.config, c) }
  const request = new Request(`${kernel.config.publicUrl}${AUTH_PATH}${path}`, { method: 'POST', headers })
  const { status } = await auth.handler(request)
  if (status === 429) {
    throw new AppError('limit_exceeded', 'Too many tries. Please wait a minute, then try again.')
  }
}
