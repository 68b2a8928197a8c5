import { html } from 'hono/html'
import { type CardForm, KNOWN_CARDS } from '../cards.ts'

type Markup = ReturnType<typeof html>

export interface CardFormWanted {
  /** Where it is sent; the page itself when undefined. */
  action?: string
  button: string
  /** Why the last attempt failed. */
  error: string | null
  asksName?: boolean
  /** Whether another button of the page comes before this one. */
  isSecondChoice?: boolean
}

/** Fields for a test card, and the cards there are to choose from. */
export function cardForm({ action = '', button, error, asksName, isSecondChoice }: CardFormWanted): Markup {
  return html`<form method="post" action="${action}" class="card-form" data-card-form>
    ${error === null ? '' : html`<p class="alarm" role="alert" id="card-error">${error}</p>`}
    <label>Card number
      <input name="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242" required
        ${error === null ? '' : html`aria-invalid="true" aria-describedby="card-error"`}></label>
    <div class="card-row">
      <label>Expires <input name="expiry" inputmode="numeric" autocomplete="off" placeholder="12 / 34" required></label>
      <label>Security code <input name="cvc" inputmode="numeric" autocomplete="off" placeholder="123" required></label>
    </div>
    ${asksName ? html`<label>Name on the card <input name="name" autocomplete="off" maxlength="200"></label>` : ''}
    <button class="${isSecondChoice ? 'wide' : 'primary wide'}">${button}</button>
    <fieldset class="test-cards">
      <legend>Test cards</legend>
      ${KNOWN_CARDS.map(
        ({ number, meaning }) => html`<button type="button" data-card="${number}">
          <span class="digits">${grouped(number)}</span> <span class="muted">${meaning}</span>
        </button>`,
      )}
    </fieldset>
  </form>`
}

/** Fills the form with the test card that was chosen. */
export const cardScript = `
for (const form of document.querySelectorAll('[data-card-form]')) {
  for (const button of form.querySelectorAll('[data-card]')) {
    button.addEventListener('click', () => {
      form.elements.number.value = button.dataset.card.replace(/(.{4})(?=.)/g, '$1 ')
      form.elements.expiry.value = '12 / 34'
      form.elements.cvc.value = '123'
      form.querySelector('button.wide').focus()
    })
  }
}
`

/** The card in a form that was sent; null when it has none. A bad expiry is left to the check of the card. */
export function cardIn(form: Readonly<Record<string, unknown>>): CardForm | null {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  if (text('number') === '') return null
  const [month = '', year = ''] = text('expiry').split(/\D+/)
  return { number: text('number'), expMonth: Number(month), expYear: Number(year), cvc: text('cvc').trim() }
}

function grouped(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** What was said to the question of the card's bank; null when it was not asked. */
export function confirmationIn(form: Readonly<Record<string, unknown>>): 'confirmed' | 'denied' | null {
  const { confirmation } = form
  return confirmation === 'confirmed' || confirmation === 'denied' ? confirmation : null
}
