import { refuseInTransaction } from '../../../kernel/database/open-transaction.ts'
import { type CallOutcome, callProvider, outcomeOfStatus } from '../../../kernel/telemetry/provider-calls.ts'
import { ShopifyError } from './shopify-error.ts'

/** One answered request, with its whole body: half a body counts as no answer. */
export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
}

export interface HttpTools {
  fetch: typeof fetch
  sleep: (milliseconds: number) => Promise<void>
  /** 0 to 1; spreads the retries of many workers. */
  random: () => number
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number
  /** Called when requests have had no usable answer for some time and are still being retried. */
  onTrouble?: () => void
}

const ATTEMPTS = 5
/**
 * A request to a shop that does not answer keeps others waiting: after this time the queue must try again
 * later.
 */
const PATIENCE_MS = 30_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** One failed attempt is normal; a second one in a row, or one that took long, is reported as trouble. */
const TROUBLE_ATTEMPT = 2
const TROUBLE_MS = 10_000

/**
 * POSTs JSON and returns the server's answer, except that 429, 5xx, a cut connection and a missed deadline
 * are retried, at growing intervals or as Retry-After demands: at most five times, and not after half a
 * minute.
 */
export async function postJson(
  tools: HttpTools,
  request: { url: string; headers?: Record<string, string>; body: unknown; deadlineMs: number },
): Promise<HttpAnswer> {
  refuseInTransaction('Shopify')
  const now = tools.elapsed ?? (() => performance.now())
  const begin = now()
  for (let attempt = 1; ; attempt++) {
    const start = now()
    const answer = await callProvider('store', () => attemptPost(tools, request), getOutcome)
    const isLast = attempt === ATTEMPTS || now() - begin >= PATIENCE_MS
    const isTrouble = attempt >= TROUBLE_ATTEMPT || now() - start > TROUBLE_MS
    if (isTrouble && isFailure(answer)) tools.onTrouble?.()
    if (answer instanceof Error) {
      if (isLast) throw new ShopifyError('unavailable', `no answer after ${attempt} attempts`, answer)
      await tools.sleep(pauseBefore(attempt, tools.random))
    } else if (answer.status === 429 || answer.status >= 500) {
      if (isLast) throw new ShopifyError('unavailable', `HTTP ${answer.status} after ${attempt} attempts`)
      await tools.sleep(Math.max(retryAfterMs(answer.headers), pauseBefore(attempt, tools.random)))
    } else {
      return answer
    }
  }
}

function getOutcome(answer: HttpAnswer | Error): CallOutcome {
  return answer instanceof Error ? 'failed' : outcomeOfStatus(answer.status)
}

function isFailure(answer: HttpAnswer | Error): boolean {
  return answer instanceof Error || answer.status === 429 || answer.status >= 500
}

async function attemptPost(
  tools: HttpTools,
  request: { url: string; headers?: Record<string, string>; body: unknown; deadlineMs: number },
): Promise<HttpAnswer | Error> {
  try {
    const response = await tools.fetch(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      // A redirect would carry the token or the client secret to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(request.deadlineMs),
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function pauseBefore(attempt: number, random: () => number): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random())
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, LONGEST_PAUSE_MS) : 0
}
