import { html } from 'hono/html'
import { layout } from '../../pages/layout.ts'

const MEANINGS: Record<string, string> = {
  read_products: 'See products and variants',
  read_inventory: 'See stock',
  read_locations: 'See locations',
  read_orders: 'See orders of the last 60 days',
  read_all_orders: 'See all orders',
}

export interface AuthorizeRequest {
  clientId: string
  scopes: readonly string[]
  redirectUri: string
  state: string
}

export function authorizePage(shop: { name: string; domain: string }, request: AuthorizeRequest) {
  return layout({
    title: `Install Stockcast in ${shop.name}`,
    body: html`<main class="dialog">
      <p class="mark">Sandbox: not Shopify</p>
      <h1>Install Stockcast in ${shop.name}?</h1>
      <p class="muted">${shop.domain}</p>
      <p>The app asks to:</p>
      <ul>
        ${request.scopes.map((scope) => html`<li>${MEANINGS[scope] ?? scope} <span class="muted small">${scope}</span></li>`)}
      </ul>
      <form method="post" class="actions">
        <input type="hidden" name="client_id" value="${request.clientId}">
        <input type="hidden" name="scope" value="${request.scopes.join(',')}">
        <input type="hidden" name="redirect_uri" value="${request.redirectUri}">
        <input type="hidden" name="state" value="${request.state}">
        <button class="primary" name="decision" value="install">Install</button>
        <button name="decision" value="cancel">Cancel</button>
      </form>
    </main>`,
  })
}
