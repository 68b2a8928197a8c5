import { type Action, SNOOZE_DAYS, shopFormats } from '@stockcast/contract'
import { html } from 'hono/html'
import { plainPage } from '../../kernel/http/plain-page.ts'
import type { LinkState, LinkView } from './open-link.ts'

const questions: Record<Action, { title(product: string): string; promise: string; button: string }> = {
  ordered: {
    title: (product) => `Already ordered: ${product}`,
    promise: 'The units count as on the way from now on, and the alert is closed.',
    button: 'Save the order',
  },
  snooze: {
    title: (product) => `Snooze ${product}?`,
    promise: `No alerts for this product for ${SNOOZE_DAYS} days. If it still needs an order then, we alert you again.`,
    button: `Snooze for ${SNOOZE_DAYS} days`,
  },
  mute: {
    title: (product) => `Not restocking ${product}?`,
    promise: 'No more alerts for this product. You can undo this on its page at any time.',
    button: 'Stop its alerts',
  },
}

/**
 * Returns the page that asks for confirmation before anything happens. `fault` says what was wrong with an
 * order.
 */
export function questionPage(view: LinkView, fault: string | null = null) {
  const question = questions[view.action]
  return plainPage(
    question.title(view.title),
    html`<p>${question.promise}</p>${fault === null ? '' : html`<p class="fault" role="alert">${fault}</p>`}
    <form method="post">${view.action === 'ordered' ? orderFields(view) : ''}<button>${question.button}</button></form>
    <p class="quiet">The link works once, for this action only.</p>`,
  )
}

function orderFields({ units, expectedOn }: LinkView) {
  return html`<label>Units ordered <input name="units" type="number" inputmode="numeric" min="1" max="1000000" step="1" required value="${units}"></label>
    <label>Expected on <input name="expectedOn" type="date" required value="${expectedOn}"></label>`
}

export function donePage(view: LinkView) {
  const { action, title, units, expectedOn } = view
  switch (action) {
    case 'ordered': {
      const { number, date } = shopFormats(view.countryCode)
      const day = date(new Date(expectedOn), 'dayInFull')
      return plainPage('Order recorded', html`<p>${number(units)} of ${title}, expected ${day}.</p>${toApp}`)
    }
    case 'snooze':
      return plainPage('Snoozed', html`<p>No alerts for ${title} for ${SNOOZE_DAYS} days.</p>${toApp}`)
    case 'mute':
      return plainPage('Alerts stopped', html`<p>No more alerts for ${title}.</p>${toApp}`)
  }
}

const refusals: Record<Exclude<LinkState['kind'], 'open'>, { title: string; text: string }> = {
  used: {
    title: 'This was already done',
    text: 'Each link works only once, even if several messages contain it.',
  },
  expired: { title: 'This link is too old', text: 'Links in messages work for 7 days.' },
  unknown: { title: 'This link does not work', text: 'It may have been cut off, or its product is gone.' },
  plan_ended: {
    title: 'Your subscription has ended',
    text: 'Nothing was changed. Reactivate it in Settings, Billing; your data is kept.',
  },
}

export function refusalPage(kind: Exclude<LinkState['kind'], 'open'>) {
  const { title, text } = refusals[kind]
  return plainPage(title, html`<p>${text}</p>${toApp}`)
}

const toApp = html`<p><a href="/alerts">Open the alerts in Stockcast</a></p>`
