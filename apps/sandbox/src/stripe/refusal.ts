import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Decline } from './cards.ts'

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  param?: string
  message: string
  doc_url?: string
}

/** The refusal of a request. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly body: ErrorBody

  constructor(status: ContentfulStatusCode, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** A failed charge. Thrown, it rolls back the writes; returned, the attempt stays on record. */
export class CardRefusal extends Refusal {
  readonly decline: Decline

  constructor(decline: Decline) {
    const { code, declineCode, message } = decline
    super(402, {
      type: 'card_error',
      code,
      ...(declineCode !== null && { decline_code: declineCode }),
      message,
    })
    this.decline = decline
  }
}

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    ...(code !== undefined && { code, doc_url: docUrl(code) }),
    message,
    ...(param !== undefined && { param }),
  })
}

export function noSuch(name: string, id: string, param: string): Refusal {
  const code = 'resource_missing'
  const message = `No such ${name}: '${id}'`
  // A missing thing in the address is 404, one named by a parameter is 400.
  const status = param === 'id' ? 404 : 400
  return new Refusal(status, { type: 'invalid_request_error', code, doc_url: docUrl(code), message, param })
}

function docUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`
}
