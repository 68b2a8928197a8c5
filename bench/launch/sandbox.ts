export type Sandbox = ReturnType<typeof sandboxAt>

export function sandboxAt(url: string) {
  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const sent = body && { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { ...sent, signal: AbortSignal.timeout(60_000) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<Answer>
  }
  const of = (shop: string) => `/api/shops/${shop}`
  return {
    url,
    burst: (shop: string, events: number, seed: number) => call(`${of(shop)}/burst`, { events, seed }),
    sell: (shop: string, variantId: string, quantity: number) =>
      call(`${of(shop)}/sell`, { variantId, quantity }),
    receive: (shop: string, variantId: string, quantity: number) =>
      call(`${of(shop)}/receive`, { variantId, quantity }),
    setDelivery: (shop: string, settings: object) => call(`${of(shop)}/webhooks`, settings),
    pendingDeliveries: async (shop: string) =>
      (await call<{ pending: number }>(`${of(shop)}/webhooks`)).pending,
    /** Moves the clock, after which the product runs due jobs such as a comparison with the store. */
    advance: (minutes: number) => call<{ offsetMs: number }>('/api/clock/advance', { minutes }),
    /** Makes a share of a provider's answers fail, until the kind is `none`. */
    setFault: (fault: { provider: string; kind: string; ratio?: number }) => call('/api/faults', fault),
    outbox: <Entry>(path: string) => call<Entry[]>(`/outbox/${path}`),
    variants: (shop: string) =>
      call<{ variants: { variantId: string; isTracked: boolean }[] }>(`${of(shop)}/variants`),
  }
}
