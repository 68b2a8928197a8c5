export interface RequestCounts {
  requests: number
  /** Requests in the busiest second. */
  most: number
  perSecond: { at: string; requests: number; faulted: number }[]
}

export interface DeliverySettings {
  duplicateRatio: number
  dropRatio: number
  shuffleWindow: number
}

export const FAITHFUL: DeliverySettings = { duplicateRatio: 0, dropRatio: 0, shuffleWindow: 0 }

export interface SandboxVariant {
  variantId: string
  isTracked: boolean
  levels: { locationId: string; available: number }[]
}

export type Sandbox = ReturnType<typeof sandboxAt>

/** Returns the calls of the sandbox API that benchmarks use. */
export function sandboxAt(url: string) {
  const call = async (path: string, body?: object): Promise<unknown> => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${url}${path}`, {
      ...init,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const of = (shop: string) => `/api/shops/${shop}`
  return {
    burst: (shop: string, events: number, seed: number) => call(`${of(shop)}/burst`, { events, seed }),
    sell: (shop: string, variantId: string, quantity: number) =>
      call(`${of(shop)}/sell`, { variantId, quantity }),
    receive: (shop: string, variantId: string, locationId: string, quantity: number) =>
      call(`${of(shop)}/receive`, { variantId, locationId, quantity }),
    /** Creates a transfer from a supplier. */
    transfer: (shop: string, transfer: { variantId: string; locationId: string; quantity: number }) =>
      call(`${of(shop)}/transfers`, transfer),
    /** Ships the last transfer, to arrive at that time. */
    shipLast: async (shop: string, arrivesAt: string) => {
      const { transfers } = (await call(`${of(shop)}/transfers`)) as { transfers: { transferId: string }[] }
      return call(`${of(shop)}/transfers/${transfers.at(-1)?.transferId}/ship`, { arrivesAt })
    },
    setDelivery: (shop: string, settings: DeliverySettings) => call(`${of(shop)}/webhooks`, settings),
    pendingDeliveries: async (shop: string) =>
      ((await call(`${of(shop)}/webhooks`)) as { pending: number }).pending,
    /** Moves the clock, after which the product runs due jobs such as a comparison with the store. */
    advance: (minutes: number) => call('/api/clock/advance', { minutes }),
    setFault: (kind: string, shop?: string) =>
      call('/api/faults', { provider: 'shopify', kind, ...(shop && { shop }) }),
    requests: async (seconds: number, shop: string) => {
      const path = `/api/faults/requests?${new URLSearchParams({ seconds: `${seconds}`, shop })}`
      return ((await call(path)) as { shopify: RequestCounts }).shopify
    },
    variants: async (shop: string): Promise<SandboxVariant[]> => {
      const lines = (await (await fetch(`${url}${of(shop)}/state`)).text()).split('\n')
      const objects = lines
        .filter(Boolean)
        .map((line) => JSON.parse(line) as SandboxVariant & { type: string })
      return objects.filter(({ type }) => type === 'variant')
    },
  }
}
