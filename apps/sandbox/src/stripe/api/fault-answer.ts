import type { Context } from 'hono'

/** What Stripe answers with while it is broken; null for faults that are no answer. */
export function faultAnswer(c: Context, fault: string): Response | null {
  switch (fault) {
    case '429':
      return c.json(
        errorOf('invalid_request_error', 'Request rate limit exceeded. Try again later.', 'rate_limit'),
        429,
      )
    case '5xx':
      return c.json(errorOf('api_error', 'An unknown error occurred. Try again later.'), 503)
    case 'forbidden':
      return c.json(errorOf('invalid_request_error', 'Invalid API Key provided.'), 401)
    default:
      return null
  }
}

function errorOf(type: string, message: string, code?: string) {
  return { error: { type, message, ...(code !== undefined && { code }) } }
}
