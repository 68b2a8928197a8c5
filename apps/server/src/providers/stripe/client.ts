import Stripe from 'stripe'
import type { Config } from '../../kernel/config/config.ts'
import { callProvider, outcomeOfStatus } from '../../kernel/telemetry/provider-calls.ts'

/** The API version that the answers have. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

const DEADLINE_MS = 20_000
const RETRIES = 2

/** Creates the official client, for Stripe or for the sandbox. `request` replaces the network in tests. */
export function createClient(config: Config['stripe'], request?: typeof fetch): Stripe {
  return new Stripe(config.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    telemetry: false,
    maxNetworkRetries: RETRIES,
    timeout: DEADLINE_MS,
    ...getAddress(config.sandboxOrigin),
    httpClient: measured(request ? Stripe.createFetchHttpClient(request) : Stripe.createNodeHttpClient()),
  })
}

/** Reports each call, also those that the client repeats by itself. */
function measured(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = (...request) =>
    callProvider(
      'stripe',
      () => makeRequest(...request),
      (answer) => outcomeOfStatus(answer.getStatusCode()),
    )
  return client
}

function getAddress(origin: string | null): Stripe.StripeConfig {
  if (origin === null) return {}
  const { protocol, hostname, port } = new URL(origin)
  return { host: hostname, port: port || 80, protocol: protocol === 'https:' ? 'https' : 'http' }
}
