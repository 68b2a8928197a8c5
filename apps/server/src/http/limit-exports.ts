import type { MiddlewareHandler } from 'hono'
import { isDemoUser } from '../demo-user-email.ts'
import { AppError } from '../errors.ts'
import { createOpenCount } from '../quotas/open-count.ts'
import { downloadPace, quotaOf, sharedQuota } from '../quotas/quotas.ts'
import { type AppEnv, signedIn } from './context.ts'
import { type DownloadPace, pacedDownload } from './paced-download.ts'
import { createTurns } from './turns.ts'

export interface ExportLimits {
  inAll: { merchants: number; demoUsers: number }
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
 * Returns whether a path is an export, whose file is read and packed while it is sent. It decides by the
 * address, so that a new export is counted too.
 */
export function isExport(path: string): boolean {
  return /\/(export|pdf|csv)$|\.(csv|xlsx|zip)$|\/export\.\w+$/.test(path)
}

/**
 * Refuses an export while too many of the merchant's are open; each counts until its last byte is read. The
 * files are made in turns, part by part, so that exports with slow readers do not delay others.
 */
export function limitExports(limits: ExportLimits = LIMITS): MiddlewareHandler<AppEnv> {
  const open = createOpenCount(limits.inAll)
  const turns = createTurns(limits.atWork)
  return async (c, next) => {
    if (c.req.method !== 'GET' || !isExport(c.req.path)) return next()
    const { merchantId, email } = signedIn(c)
    const taken = open.take({ merchantId, isDemoUser: isDemoUser(email) }, quotaOf({ email }).exportsAtOnce)
    if ('full' in taken) throw refusals[taken.full]()
    try {
      await turns.run(next)
    } catch (error) {
      taken.end()
      throw error
    }
    const { body } = c.res
    if (body === null) return taken.end()
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
