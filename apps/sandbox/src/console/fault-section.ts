import { html } from 'hono/html'
import {
  type ActiveFault,
  MAIL_FAULTS,
  type Provider,
  SHOPIFY_FAULTS,
  SLACK_FAULTS,
  STRIPE_FAULTS,
  TWILIO_FAULTS,
} from '../faults/fault-switches.ts'

const PROVIDER_NAMES: Record<Provider, string> = {
  shopify: 'Shopify',
  mail: 'Mail',
  slack: 'Slack',
  twilio: 'Twilio',
  stripe: 'Stripe',
}

const MEANINGS: Record<ActiveFault['kind'], string> = {
  '429': 'too many requests',
  '5xx': 'service unavailable',
  hang: 'never answers',
  slow: 'one byte a second',
  half_body: 'cut off in the middle of the body',
  silence: 'takes it and never answers',
  gone: 'the channel is archived',
  graphql_errors: '200 with errors',
  token_revoked: 'all tokens die, once',
  bulk_refused: 'bulk operations denied',
  forbidden: 'refused',
  '421': 'service not available',
  '451': 'try again later',
  '550': 'no such mailbox',
}

/** Returns the switches for faults of providers, with a warning while one is active. */
export function faultSection(faults: readonly ActiveFault[]) {
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${faults.map(faultWarning)}
    ${faultForm('shopify', SHOPIFY_FAULTS)} ${faultForm('mail', MAIL_FAULTS)}
    ${faultForm('slack', SLACK_FAULTS)} ${faultForm('twilio', TWILIO_FAULTS)}
    ${faultForm('stripe', STRIPE_FAULTS)}
    <p class="note" role="status" data-note="faults"></p>
  </section>`
}

function faultWarning({ provider, kind, shop, ratio }: ActiveFault) {
  const where = shop === null ? '' : ` for ${shop}`
  const share = ratio < 1 ? `, ${Math.round(ratio * 100)} % of requests` : ''
  const body = JSON.stringify({ provider, kind: 'none', ...(shop !== null && { shop }) })
  return html`<p class="alarm" role="alert">
    <span>${PROVIDER_NAMES[provider]} is broken${where}: ${MEANINGS[kind]}${share}.</span>
    <button data-post="/api/faults" data-body='${body}' data-into="faults" data-done="Repaired.">Repair</button>
  </p>`
}

function faultForm(provider: Provider, kinds: readonly ActiveFault['kind'][]) {
  return html`<form class="fields" data-post="/api/faults" data-into="faults" data-done="Done.">
    <input type="hidden" name="provider" value="${provider}">
    <label>${PROVIDER_NAMES[provider]}
      <select name="kind">${kinds.map((kind) => html`<option value="${kind}">${kind}: ${MEANINGS[kind]}</option>`)}</select>
    </label>
    ${provider === 'shopify' ? html`<label>Shop <input name="shop" placeholder="all" autocomplete="off"></label>` : ''}
    <label>Share <input type="number" name="ratio" value="1" min="0.05" max="1" step="0.05" required></label>
    <button>Break</button>
  </form>`
}
