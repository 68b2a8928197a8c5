import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import type { AccountKind } from '../quotas/account-kind.ts'
import { createOpenCount } from '../quotas/open-count.ts'
import { downloadPace, getQuota, sharedQuota } from '../quotas/quotas.ts'
import { type AppEnv, type SignedIn, signedIn } from './context.ts'
import { type DownloadPace, pacedDownload } from './paced-download.ts'
import { createTurns } from './turns.ts'

export interface ExportLimits {
  inAll: Record<AccountKind, number>
  atWork: number
  pace: DownloadPace
}

const LIMITS: ExportLimits = {
  inAll: sharedQuota.exportsAtOnce,
  atWork: sharedQuota.exportsAtWork,
  pace: downloadPace,
}
const RETRY_AFTER_SECONDS = 15

/**
 * Refuses an export while too many of the merchant's are open; each counts until its last byte is read. The
 * files are made in turns, part by part, so that exports with slow readers do not delay others.
 */
export function limitExports(
  getKind: (caller: SignedIn) => Promise<AccountKind>,
  limits: ExportLimits = LIMITS,
): MiddlewareHandler<AppEnv> {
  const open = createOpenCount(limits.inAll)
  const turns = createTurns(limits.atWork)
  return async (c, next) => {
    if (c.get('endpoint')?.file === undefined) return next()
    // A request for the head alone makes the file too.
    const isHead = c.req.method === 'HEAD'
    const caller = signedIn(c)
    const kind = await getKind(caller)
    const taken = open.take({ merchantId: caller.merchantId, kind }, getQuota(kind).exportsAtOnce)
    if ('full' in taken) throw refusals[taken.full]()
    try {
      await turns.run(next)
    } catch (error) {
      taken.end()
      throw error
    }
    const { body } = c.res
    if (body === null || isHead) {
      taken.end()
      return body?.cancel()
    }
    c.res = new Response(pacedDownload(body, { turns, pace: limits.pace, onEnd: taken.end }), c.res)
  }
}

const refusals = {
  own: () => refusal('Your last export is still being downloaded. Wait until it is there, or cancel it.'),
  all: () => refusal('Many exports are being downloaded right now. Please try again in a moment.'),
}

function refusal(message: string): AppError {
  return new AppError('limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
