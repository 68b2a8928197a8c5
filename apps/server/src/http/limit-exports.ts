import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import { type AppEnv, signedIn } from './context.ts'

export interface ExportLimits {
  perMerchant: number
  perProcess: number
  /** A download that takes nothing for so long is cut. */
  silenceMs: number
}

const LIMITS: ExportLimits = { perMerchant: 2, perProcess: 8, silenceMs: 300_000 }
const RETRY_AFTER_SECONDS = 15

/** Files are read and packed while they are sent: by their addresses, so that a new one is counted too. */
export function isExport(path: string): boolean {
  return /\/export$|\.(csv|xlsx|zip)$|\/export\.\w+$/.test(path)
}

/** Refuses an export while too many run, of one merchant or in this process; each counts until its last byte is taken. */
export function limitExports(limits: ExportLimits = LIMITS): MiddlewareHandler<AppEnv> {
  const running = new Map<number, number>()
  let total = 0
  const take = (merchantId: number): (() => void) => {
    const own = running.get(merchantId) ?? 0
    if (own >= limits.perMerchant) throw refusal('Your last exports are still running.')
    if (total >= limits.perProcess) throw refusal('Many exports are running right now.')
    running.set(merchantId, own + 1)
    total++
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      total--
      const left = (running.get(merchantId) ?? 1) - 1
      if (left > 0) running.set(merchantId, left)
      else running.delete(merchantId)
    }
  }
  return async (c, next) => {
    if (c.req.method !== 'GET' || !isExport(c.req.path)) return next()
    const release = take(signedIn(c).merchantId)
    try {
      await next()
    } catch (error) {
      release()
      throw error
    }
    const { body } = c.res
    if (body === null) return release()
    c.res = new Response(watched(body, { release, silenceMs: limits.silenceMs }), c.res)
  }
}

function refusal(reason: string): AppError {
  return new AppError('limit_exceeded', `${reason} Please try again in a moment.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** The same bytes; `release` is called when they were all taken, when nobody wants them, and when nobody takes them. */
function watched(
  body: ReadableStream<Uint8Array>,
  { release, silenceMs }: { release: () => void; silenceMs: number },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    release()
  }
  const expectDemand = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      end()
      controller.error(new Error('The download stood still.'))
      reader.cancel().catch(() => undefined)
    }, silenceMs)
    timer.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: expectDemand,
      pull: async (controller) => {
        clearTimeout(timer)
        try {
          const { done, value } = await reader.read()
          if (!done) {
            controller.enqueue(value)
            return expectDemand(controller)
          }
          end()
          controller.close()
        } catch (error) {
          end()
          controller.error(error)
        }
      },
      cancel: async (reason) => {
        end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
