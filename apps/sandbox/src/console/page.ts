import { html } from 'hono/html'
import type { ActiveFault } from '../faults/fault-switches.ts'
import type { Mail } from '../mail/outbox.ts'
import { layout } from '../pages/layout.ts'
import type { ShopProfile } from '../shopify/store/model.ts'
import type { SlackMessage } from '../slack/slack.ts'
import type { TwilioSandbox } from '../twilio/twilio.ts'
import { faultSection } from './fault-section.ts'
import { slackSection, smsSection } from './message-section.ts'
import { script } from './script.ts'
import type { VariantPage, VariantRow } from './shop-rows.ts'
import { type StripeView, stripeSection } from './stripe-section.ts'
import type { WebhookView } from './webhook-routes.ts'
import { webhookSection } from './webhook-section.ts'

export interface ConsoleView {
  now: string
  isAhead: boolean
  shops: ShopProfile[]
  shop: { profile: ShopProfile; search: string; found: VariantPage; webhooks: WebhookView } | null
  faults: readonly ActiveFault[]
  mails: Mail[]
  slack: SlackMessage[]
  sms: ReturnType<TwilioSandbox['list']>
  stripe: StripeView
}

const MAILS_SHOWN = 50

export function consolePage(view: ConsoleView) {
  return layout({
    title: 'Console',
    script,
    body: html`<main class="console">
      <p class="mark">Sandbox: not Shopify, not Stripe, not a mail provider</p>
      <h1>Outside world</h1>
      <p class="muted">Stands in for the services that Stockcast talks to. Nothing here leaves this machine.</p>
      ${clockSection(view)} ${faultSection(view.faults)} ${shopsSection(view)}
      ${view.shop ? html`${stockSection(view.shop)} ${webhookSection(view.shop.profile.domain, view.shop.webhooks)}` : ''}
      ${stripeSection(view.stripe)} ${mailSection(view.mails)} ${slackSection(view.slack)} ${smsSection(view.sms)}
    </main>`,
  })
}

function clockSection({ now, isAhead }: ConsoleView) {
  return html`<section aria-labelledby="clock">
    <h2 id="clock">Clock</h2>
    <p class="clock"><time datetime="${now}" data-clock>${now.slice(0, 16).replace('T', ' ')} UTC</time></p>
    <p class="muted">
      ${isAhead ? 'Ahead of this machine.' : 'Same as this machine.'} Stores go on selling as time passes; the app moves along.
    </p>
    <div class="actions">
      <button data-advance='{"hours":1}'>+1 hour</button>
      <button data-advance='{"days":1}'>+1 day</button>
      <button data-advance='{"days":7}'>+7 days</button>
    </div>
    <p class="note" role="status" data-note="clock"></p>
  </section>`
}

function shopsSection({ shops, shop }: ConsoleView) {
  return html`<section aria-labelledby="shops">
    <h2 id="shops">Shops</h2>
    ${
      shops.length === 0
        ? html`<p class="muted">None in use yet. Connect one from the app, or open any name here.</p>`
        : html`<ul class="shops">
          ${shops.map(
            ({ domain, name }) => html`<li>
              <a href="?shop=${domain}"${domain === shop?.profile.domain ? html` aria-current="page"` : ''}>${name}</a>
              <span class="muted small">${domain}</span>
            </li>`,
          )}
        </ul>`
    }
    <form class="search" style="margin-top:12px" method="get">
      <input name="shop" aria-label="Shop name" placeholder="Any shop name, e.g. northfold-coffee" autocomplete="off">
      <button>Open</button>
    </form>
  </section>`
}

function stockSection({ profile, search, found }: NonNullable<ConsoleView['shop']>) {
  const link = (page: number) =>
    `?${new URLSearchParams({ shop: profile.domain, search, page: String(page) })}`
  return html`<section aria-labelledby="stock" data-shop="${profile.domain}">
    <h2 id="stock">Stock of ${profile.name}</h2>
    <form class="search" method="get">
      <input type="hidden" name="shop" value="${profile.domain}">
      <input type="search" name="search" value="${search}" aria-label="Search products" placeholder="Product, SKU or vendor">
      <button>Search</button>
    </form>
    <p class="note" role="status" data-note="stock"></p>
    ${found.total === 0 ? html`<p class="muted">No product matches "${search}".</p>` : stockTable(found)}
    <nav class="pages" aria-label="Pages">
      ${found.page > 1 ? html`<a href="${link(found.page - 1)}">Previous</a>` : ''}
      <span class="muted">Page ${found.page} of ${found.pages}, ${found.total} variants</span>
      ${found.page < found.pages ? html`<a href="${link(found.page + 1)}">Next</a>` : ''}
    </nav>
  </section>`
}

function stockTable(found: VariantPage) {
  return html`<div class="scroll"><table>
    <thead>
      <tr>
        <th scope="col">Product</th>
        <th scope="col" class="number">Available</th>
        <th scope="col" class="number">On hand</th>
        <th scope="col" class="number">Incoming</th>
        <th scope="col" class="number">Sell or receive</th>
      </tr>
    </thead>
    <tbody>${found.variants.map(stockRow)}</tbody>
  </table></div>`
}

function stockRow(row: VariantRow) {
  const amount = (value: number) => (row.isTracked ? value : '–')
  const isLive = row.status === 'ACTIVE'
  return html`<tr>
    <td><span class="name">${row.title}</span><br>
      <span class="muted small">${row.sku}, $${row.price}${isLive ? '' : `, ${row.status.toLowerCase()}`}${row.isTracked ? '' : ', not tracked'}</span></td>
    <td class="number" data-label="Available" data-cell="available">${amount(row.available)}</td>
    <td class="number" data-label="On hand" data-cell="onHand">${amount(row.onHand)}</td>
    <td class="number" data-label="Incoming" data-cell="incoming">${amount(row.incoming)}</td>
    <td class="wide">
      <form data-stock data-variant="${row.variantId}" data-title="${row.title}">
        <input type="number" name="quantity" value="1" min="1" max="1000000" required aria-label="Units of ${row.title}">
        <button value="sell">Sell</button>
        <button value="receive"${row.isTracked ? '' : html` disabled`}>Receive</button>
      </form>
    </td>
  </tr>`
}

function mailSection(mails: readonly Mail[]) {
  return html`<section aria-labelledby="mail">
    <h2 id="mail">Mail</h2>
    ${
      mails.length === 0
        ? html`<p class="muted">No mail has been sent yet.</p>`
        : mails.slice(0, MAILS_SHOWN).map(mailEntry)
    }
    ${mails.length > MAILS_SHOWN ? html`<p class="muted">${mails.length - MAILS_SHOWN} older ones are in <a href="/outbox/mail">the outbox as JSON</a>.</p>` : ''}
  </section>`
}

function mailEntry(mail: Mail) {
  return html`<details>
    <summary><span class="name">${mail.subject || '(no subject)'}</span>
      <span class="muted small">to ${mail.to.join(', ')}${mail.copies > 1 ? `, came ${mail.copies} times` : ''}, ${mail.at.slice(0, 16).replace('T', ' ')} UTC</span></summary>
    <p class="mail">${linked(mail.text)}</p>
    ${mail.html === null ? '' : htmlPart(mail)}
  </details>`
}

/** Returns the mail's HTML in a sandboxed frame without scripts, whose links open in a new tab. */
function htmlPart({ subject, html: part }: Mail) {
  const content = `<base target="_blank"><meta name="color-scheme" content="light">${part}`
  return html`<iframe
    title="HTML of ${subject}"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    loading="lazy"
    style="width:100%;height:420px;border:1px solid var(--line);border-radius:8px;background:#fff"
    srcdoc="${content}"></iframe>`
}

function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank">${part}</a>` : part))
}
