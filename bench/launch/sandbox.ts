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
    url,
    burst: (shop: string, events: number, seed: number) => call(`${of(shop)}/burst`, { events, seed }),
    sell: (shop: string, variantId: string, quantity: number) =>
      call(`${of(shop)}/sell`, { variantId, quantity }),
    receive: (shop: string, variantId: string, locationId: string, quantity: number) =>
      call(`${of(shop)}/receive`, { variantId, locationId, quantity }),
    setDelivery: (shop: string, settings: DeliverySettings) => call(`${of(shop)}/webhooks`, settings),
    pendingDeliveries: async (shop: string) =>
      ((await call(`${of(shop)}/webhooks`)) as { pending: number }).pending,
    /** Moves the clock, after which the product runs due jobs such as a comparison with the store. */
    advance: (minutes: number) => call('/api/clock/advance', { minutes }),
    /** Makes a share of a provider's answers fail, until the kind is `none`. */
    setFault: (fault: { provider: string; kind: string; ratio?: number }) => call('/api/faults', fault),
    /** Returns what a provider took for this recipient. */
    outbox: (path: string) => call(`/outbox/${path}`),
    variants: async (shop: string): Promise<SandboxVariant[]> => {
      const lines = (await (await fetch(`${url}${of(shop)}/state`)).text()).split('\n')
      const objects = lines
        .filter(Boolean)
        .map((line) => JSON.parse(line) as SandboxVariant & { type: string })
      return objects.filter(({ type }) => type === 'variant')
    },
  }
}
