import { html } from 'hono/html'
import { layout } from '../../pages/layout.ts'

const MARK = 'Sandbox: not Shopify'

export interface AuthorizeRequest {
  clientId: string
  scopes: readonly string[]
  /** Scopes that the merchant may refuse. */
  optionalScopes: readonly string[]
  redirectUri: string
  state: string
}

export function authorizePage(shop: { name: string; domain: string }, request: AuthorizeRequest) {
  const { clientId, scopes, optionalScopes, redirectUri, state } = request
  return layout({
    title: `Install Stockcast in ${shop.name}`,
    mark: MARK,
    body: html`<h1>Install Stockcast in ${shop.name}?</h1>
      <p>${shop.domain}. The app asks for:</p>
      <ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
      <form method="post">
        <input type="hidden" name="client_id" value="${clientId}">
        <input type="hidden" name="scope" value="${scopes.join(',')}">
        <input type="hidden" name="redirect_uri" value="${redirectUri}">
        <input type="hidden" name="state" value="${state}">
        ${optionalScopes.map(
          (scope) => html`<p><label>
            <input type="checkbox" name="optional_scopes" value="${scope}" checked> ${scope} (optional)
          </label></p>`,
        )}
        <button name="decision" value="install">Install</button>
        <button name="decision" value="cancel">Cancel</button>
      </form>`,
  })
}

export function refusalPage(reason: string) {
  const body = html`<h1>This app cannot be installed</h1><p>${reason}</p>`
  return layout({ title: 'This app cannot be installed', mark: MARK, body })
}
