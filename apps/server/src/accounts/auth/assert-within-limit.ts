import { AUTH_PATH } from '@stockcast/contract'
import type { Context } from 'hono'
import { AppError } from '../../kernel/errors.ts'
import { callerAddress } from '../../kernel/http/caller-address.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ADDRESS_HEADER } from '../limits/rate-limits.ts'
import type { Auth } from './auth.ts'

/**
 * Counts a call of ours together with those of the auth library, by the rule for `path` in `rate-limits.ts`.
 * The library counts a request before it routes it, so `path` need not exist there.
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
    throw new AppError('limit_exceeded', 'Too many attempts. Please wait a minute, then try again.')
  }
}
