import { html } from 'hono/html'
import type { Mail } from '../mail/outbox.ts'
import { layout, type Markup } from '../pages/layout.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'
import type { StripeControl } from '../stripe/control.ts'
import type { Providers } from './provider-routes.ts'
import { findVariants, type VariantRow } from './shop-routes.ts'

const SHOWN = 50

interface ConsoleView extends Providers {
  now: string
  domains: readonly string[]
  shop: { store: ShopStore; search: string } | null
}

/** Returns the page on which people move the clock, sell and receive stock, and read what was sent. */
export function consolePage({ now, domains, shop, outbox, slack, twilio, stripe }: ConsoleView): Markup {
  return layout({
    title: 'Console',
    mark: 'Sandbox: not Shopify, not Stripe, not a mail provider. Nothing here leaves this machine.',
    script,
    body: html`
      <h1>Sandbox</h1>
      <p role="status"></p>
      <h2>Clock</h2>
      <p><time>${toMinute(now)}</time> ${advance(1, 'hours')} ${advance(1, 'days')} ${advance(7, 'days')}</p>
      <h2>Shops</h2>
      <ul>${domains.map((domain) => html`<li><a href="?shop=${domain}">${domain}</a></li>`)}</ul>
      <form><label>Shop name <input name="shop" placeholder="northfold-coffee"></label> <button>Open</button></form>
      ${shop ? stock(shop.store, shop.search) : ''}
      <h2>Payments</h2>
      ${stripe.customers().slice(0, SHOWN).map(customerEntry)}
      <h2>Mail</h2>
      ${outbox.list().slice(0, SHOWN).map(mailEntry)}
      <h2>Slack</h2>
      ${slack
        .list()
        .slice(0, SHOWN)
        .map(({ at, text, blocks }) =>
          entry(`${toMinute(at)}: ${text}`, linked(JSON.stringify(blocks, null, 2))),
        )}
      <h2>SMS</h2>
      <form data-post="/api/sms/reply">
        <label>Phone <input name="from" placeholder="+14155550123" required></label>
        <label>Reply <input name="body" value="STOP" required></label>
        <button>Send</button>
      </form>
      ${twilio
        .list()
        .slice(0, SHOWN)
        .map(({ at, from, to, body, status }) =>
          entry(`${toMinute(at)}: ${from} to ${to}, ${status}`, linked(body)),
        )}`,
  })
}

function advance(by: number, unit: 'hours' | 'days') {
  return html`<button data-post="/api/clock/advance" data-body='${JSON.stringify({ [unit]: by })}'>+${by} ${unit}</button>`
}

function stock(store: ShopStore, search: string) {
  const { domain, name } = store.profile
  return html`<h2>Stock of ${name}</h2>
    <form>
      <input type="hidden" name="shop" value="${domain}">
      <label>Product, SKU or vendor <input type="search" name="search" value="${search}"></label>
      <button>Search</button>
    </form>
    <table>
      <tr><th>Product</th><th>Available</th><th>On hand</th><th>Sell or receive</th></tr>
      ${findVariants(store, search).map((row) => stockRow(domain, row))}
    </table>`
}

function stockRow(domain: string, { title, sku, isTracked, available, onHand, variantId }: VariantRow) {
  return html`<tr><td>${title}<br>${sku}</td><td>${isTracked ? available : '–'}</td><td>${isTracked ? onHand : '–'}</td><td>
    <form data-post="/api/shops/${domain}/">
      <input type="hidden" name="variantId" value="${variantId}">
      <label>Units <input type="number" name="quantity" value="1" min="1" required></label>
      <button value="sell">Sell</button> <button value="receive">Receive</button>
    </form></td></tr>`
}

function customerEntry({
  email,
  card,
  subscriptions,
  invoices,
}: ReturnType<StripeControl['customers']>[number]) {
  const plans = subscriptions.map(
    ({ status, cancelAt }) => `${status}${cancelAt === null ? '' : `, ends ${toMinute(cancelAt)}`}`,
  )
  return html`<details><summary>${email}: ${subscriptions[0]?.status ?? 'no subscription'}</summary>
    <p>${card ?? 'No card'}. ${plans.join('; ')}</p>
    <ul>${invoices.map(({ id, number, status }) => html`<li><a href="/stripe/invoice/${id}">${number}</a>, ${status}</li>`)}</ul>
  </details>`
}

/** Shows the HTML part in a sandboxed frame without scripts, whose links open in a new tab. */
function mailEntry({ at, subject, to, text, html: part }: Mail) {
  const content = `<base target="_blank"><meta name="color-scheme" content="light">${part}`
  const frame = html`<iframe title="HTML of ${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${content}"></iframe>`
  return entry(`${toMinute(at)}: ${subject} to ${to.join(', ')}`, linked(text), part === null ? '' : frame)
}

function entry(summary: string, text: unknown, more: unknown = '') {
  return html`<details><summary>${summary}</summary><pre>${text}</pre>${more}</details>`
}

function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank">${part}</a>` : part))
}

function toMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** Runs in the browser: sends buttons and forms to the JSON API, and shows a refusal or the new state. */
const script = `
const post = async (path, body) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.ok) location.reload()
  else document.querySelector('[role=status]').textContent = (await response.json()).error
}
for (const button of document.querySelectorAll('button[data-post]'))
  button.addEventListener('click', () => post(button.dataset.post, JSON.parse(button.dataset.body)))
for (const form of document.querySelectorAll('form[data-post]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = [...form.elements].filter(({ name }) => name)
    const valueOf = ({ type, value }) => (type === 'number' ? Number(value) : value)
    const body = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
    post(form.dataset.post + (event.submitter?.value ?? ''), body)
  })
`
