import type { Context, MiddlewareHandler } from 'hono'
import type { Fault, FaultSwitches } from './fault-switches.ts'
import { answerWithFault } from './provider-faults.ts'

const RETRY_AFTER_SECONDS = '2.0'

/** Applies active faults to the requests of apps. */
export function shopifyFaults(args: {
  faults: FaultSwitches
  /** Returns the shop of a request, or null if it is unknown. */
  getShop(c: Context): string | null
}): MiddlewareHandler {
  const { faults, getShop } = args
  return (c, next) => {
    const fault = faults.draw('shopify', getShop(c))
    c.set('isBulkRefused', fault === 'bulk_refused')
    return answerWithFault(c, next, { fault, refusal: getRefusal })
  }
}

function getRefusal(c: Context, fault: Fault): Response | null {
  switch (fault) {
    case '429':
      c.header('Retry-After', RETRY_AFTER_SECONDS)
      return c.json(
        { errors: 'Exceeded 2 calls per second for api client. Reduce request rates to resume.' },
        429,
      )
    case '5xx':
      return c.json({ errors: 'Service Unavailable' }, 503)
    case 'forbidden':
      return c.json({ errors: '[API] This action requires merchant approval or an allowed address.' }, 403)
    case 'graphql_errors':
      return c.req.path.endsWith('/graphql.json') ? c.json(graphqlError()) : null
    default:
      return null
  }
}

function graphqlError() {
  const message = 'Internal error. Looks like something went wrong on our end.'
  return {
    errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: crypto.randomUUID() } }],
  }
}
