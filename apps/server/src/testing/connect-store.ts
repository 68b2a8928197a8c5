import type { TestMerchant } from './test-app.ts'

/** Connects a store of the sandbox, consent to all that is asked for included. */
export async function connectStore(
  merchant: TestMerchant,
  shop: string,
  redirectOrigin = 'http://localhost:3000',
  asked: { writesStock?: boolean; writesTransfers?: boolean } = {},
): Promise<{ syncRunId: number }> {
  const init = await merchant.request('/functions/shopify-oauth-init', {
    json: { shop, redirectOrigin, ...asked },
  })
  const { authUrl } = (await init.json()) as { authUrl: string }
  const callback = await install(authUrl)
  const parameter = (name: string) => callback.searchParams.get(name) ?? ''
  const answer = await merchant.request('/functions/shopify-oauth-callback', {
    json: {
      code: parameter('code'),
      shop: parameter('shop'),
      hmac: parameter('hmac'),
      query: callback.search,
    },
  })
  if (answer.status !== 200) throw new Error(`not connected: ${await answer.text()}`)
  return (await answer.json()) as { syncRunId: number }
}

/** Does what the merchant's click on Install does: sends the page's form and returns where it redirects. */
export async function install(authUrl: string): Promise<URL> {
  const url = new URL(authUrl)
  const form = new URLSearchParams(url.search)
  form.set('decision', 'install')
  const answer = await fetch(`${url.origin}${url.pathname}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? '')
}
