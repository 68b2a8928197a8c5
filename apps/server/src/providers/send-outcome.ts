import type { ProviderReason } from '@stockcast/contract'
import { refuseInTransaction } from '../kernel/database/open-transaction.ts'
import { type CallOutcome, outcomeOfStatus } from '../kernel/telemetry/provider-calls.ts'
import type { Said } from '../kernel/texts/delivery-texts.ts'

/** The outcome of one try to send a message through a provider. */
export type SendOutcome = Said &
  (
    | { kind: 'sent'; providerId: string | null }
    /** `isUncertain`: the provider may nevertheless have accepted the message. */
    | { kind: 'retry'; afterMs: number | null; isUncertain: boolean }
    /** Must not be retried: because of this message, or because nothing can be sent to this target any more. */
    | { kind: 'refused'; because: 'message' | 'target' }
  )

/** Returns what a status of a refused HTTP request means. */
export function getReason(status: number): ProviderReason {
  if (status === 429) return 'wait'
  return status >= 500 ? 'provider_fault' : 'not_accepted'
}

export interface HttpAnswer {
  status: number
  retryAfterMs: number | null
  /** Still being received; null when it breaks off. */
  body: Promise<string | null>
}

/**
 * Sends one request without redirects. Only the status line counts, and immediately: a body that is late or
 * breaks off does not change it.
 */
export async function exchange(
  url: string | URL,
  init: RequestInit & { deadlineMs: number },
): Promise<HttpAnswer | Extract<SendOutcome, { kind: 'retry' }>> {
  refuseInTransaction('A provider of messages')
  const { deadlineMs, ...request } = init
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await fetch(url, { ...request, redirect: 'error', signal })
    const body = response.text().catch(() => null)
    return { status: response.status, retryAfterMs: retryAfterMs(response.headers.get('retry-after')), body }
  } catch (error) {
    return unanswered(error)
  }
}

export function outcomeOfExchange(answer: Awaited<ReturnType<typeof exchange>>): CallOutcome {
  return 'kind' in answer ? 'failed' : outcomeOfStatus(answer.status)
}

/** Reads a number of seconds, as the providers of messages send it. */
function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** Codes of errors before there was a connection, so that nothing was sent. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function unanswered(error: unknown): Extract<SendOutcome, { kind: 'retry' }> {
  const { name, cause } = error as { name?: string; cause?: { code?: string; errors?: { code?: string }[] } }
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? ''
  const isUncertain = !NOT_CONNECTED.includes(code)
  const words = name === 'TimeoutError' ? 'No answer in time' : `No connection${code ? ` (${code})` : ''}`
  return { kind: 'retry', reason: 'no_answer', words, afterMs: null, isUncertain }
}
