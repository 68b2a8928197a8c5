import { html } from 'hono/html'
import type { DeliverySettings } from '../webhooks/delivery-settings.ts'
import type { WebhookView } from './webhook-routes.ts'

const DELIVERIES_SHOWN = 40

/** Returns a shop's webhook settings, subscriptions and deliveries. */
export function webhookSection(shop: string, view: WebhookView) {
  const api = `/api/shops/${shop}`
  return html`<section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhooks</h2>
    <p class="muted">${stateOf(view)}</p>
    ${settingsForm(api, view)} ${actions(api, view)}
    <p class="note" role="status" data-note="webhooks"></p>
    ${view.deliveries.length === 0 ? html`<p class="muted">Nothing has been delivered yet.</p>` : deliveryTable(view)}
  </section>`
}

function stateOf({ isInstalled, subscriptions, pending }: WebhookView): string {
  const app = isInstalled ? 'The app is installed' : 'The app is not installed'
  const topics = subscriptions.length === 1 ? '1 subscription' : `${subscriptions.length} subscriptions`
  const waiting = pending === 1 ? '1 delivery waits' : `${pending} deliveries wait`
  return `${app}, with ${topics}. ${waiting}.`
}

function settingsForm(api: string, { settings }: WebhookView) {
  return html`<form class="fields" data-post="${api}/webhooks" data-into="webhooks" data-done="Deliveries go by these settings now.">
    ${settingsFields(settings)}
    <button>Apply</button>
  </form>`
}

export function settingsFields(settings: DeliverySettings) {
  const field = (name: keyof typeof settings, label: string, step: string) => html`<label>${label}
    <input type="number" name="${name}" value="${settings[name]}" min="0" step="${step}" required></label>`
  return html`${field('duplicateRatio', 'Share sent twice', '0.05')} ${field('dropRatio', 'Share lost', '0.05')}
    ${field('shuffleWindow', 'Shuffled among', '1')} ${field('delayMs', 'Delay in ms', '100')}`
}

function actions(api: string, { isInstalled }: WebhookView) {
  const compliance = (topic: string) => html`<button
    data-post="${api}/compliance" data-body='${JSON.stringify({ topic })}' data-into="webhooks"
    data-done="Sent ${topic}.">${topic}</button>`
  return html`<form class="fields" data-post="${api}/burst" data-into="webhooks" data-done="The changes are made.">
      <label>Random changes <input type="number" name="events" value="50" min="1" max="100000" required></label>
      <label>Seed <input type="number" name="seed" value="1" min="0" required></label>
      <button>Make them</button>
    </form>
    <div class="actions">
      <button data-post="${api}/uninstall" data-body="{}" data-into="webhooks"
        data-done="Uninstalled. Tokens and subscriptions are gone."${isInstalled ? '' : html` disabled`}>Uninstall the app</button>
      ${['customers/data_request', 'customers/redact', 'shop/redact'].map(compliance)}
    </div>`
}

function deliveryTable({ deliveries }: WebhookView) {
  return html`<div class="scroll"><table>
    <thead>
      <tr>
        <th scope="col">Topic</th>
        <th scope="col">Happened</th>
        <th scope="col">Status</th>
        <th scope="col" class="number">Attempts</th>
        <th scope="col">Last answer</th>
      </tr>
    </thead>
    <tbody>${deliveries.slice(0, DELIVERIES_SHOWN).map(deliveryRow)}</tbody>
  </table></div>`
}

function deliveryRow({ topic, triggeredAt, status, attempts }: WebhookView['deliveries'][number]) {
  return html`<tr>
    <td class="name">${topic}</td>
    <td data-label="Happened">${triggeredAt.slice(0, 19).replace('T', ' ')} UTC</td>
    <td data-label="Status">${status}</td>
    <td class="number" data-label="Attempts">${attempts.length}</td>
    <td data-label="Last answer">${attempts.at(-1)?.answer ?? '–'}</td>
  </tr>`
}
