import { type APIRequestContext, expect } from '@playwright/test'
import type { ProductDetail } from '@stockcast/contract'
import { callApi } from './api.ts'

export interface StoreVariant {
  variantId: string
  title: string
  status: string
  isTracked: boolean
  available: number
}

/** A risk of a stockout that is far from raising an alert. */
const MAX_RISK = 0.05

/** Changes a merchant's store in the sandbox. */
export function sandboxStore(request: APIRequestContext, shop: string) {
  const of = `${process.env.SANDBOX_URL}/api/shops/${shop}`
  const post = async (address: string, data: object): Promise<void> => {
    const answer = await request.post(address, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const fault = (kind: string) =>
    post(`${process.env.SANDBOX_URL}/api/faults`, { provider: 'shopify', kind, shop })
  const variants = async (): Promise<StoreVariant[]> =>
    (await (await request.get(`${of}/variants`)).json()).variants
  return {
    variants,
    /**
     * Returns the variant on sale with the most units in stock, of those whose forecast says that they last; `merchant` has a
     * session. A store may have new products, which have no forecast yet, and products with rare large orders, which have an
     * alert with any stock.
     */
    async fullest(merchant: APIRequestContext): Promise<StoreVariant> {
      const onSale = (await variants()).filter(({ isTracked, status }) => isTracked && status === 'ACTIVE')
      for (const variant of onSale.toSorted((a, b) => b.available - a.available)) {
        const path = `/api/products/${variant.variantId}`
        const { forecast } = await callApi<ProductDetail>(merchant, 'GET', path)
        if (forecast?.basis !== 'forecast') continue
        if (forecast.leadTimeStockoutProbability < MAX_RISK) return variant
      }
      throw new Error(`No product of ${shop} has a forecast and lasts`)
    },
    /** Carries units from the other location of the shop to this one, and receives them there. */
    carry: async (variantId: string, quantity: number, locationId: number) => {
      await post(`${of}/transfers`, { variantId, quantity, locationId, isFromOther: true })
      const list = async () =>
        (
          (await (await request.get(`${of}/transfers`)).json()) as {
            transfers: { transferId: string; shipmentIds: string[] }[]
          }
        ).transfers.at(-1)!
      await post(`${of}/transfers/${(await list()).transferId}/ship`, {})
      await post(`${of}/shipments/${(await list()).shipmentIds[0]}/receive`, {})
    },
    sell: (variantId: string, quantity: number) => post(`${of}/sell`, { variantId, quantity }),
    receive: (variantId: string, quantity: number) => post(`${of}/receive`, { variantId, quantity }),
    /** Makes a product a bundle, which the store sells as these parts from now on. */
    makeBundle: (variantId: string, parts: { variantId: string; quantity: number }[]) =>
      post(`${of}/bundles`, { variantId, parts }),
    moveTo: (countryCode: string) => post(`${of}/country`, { countryCode }),
    uninstall: () => post(`${of}/uninstall`, {}),
    revokeAccess: () => fault('token_revoked'),
    refuseRequests: () => fault('forbidden'),
    answerAgain: () => fault('none'),
  }
}
