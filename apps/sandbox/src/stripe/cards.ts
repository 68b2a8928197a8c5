export interface Decline {
  code: string
  declineCode: string | null
  message: string
}

/** How a card behaves. Numbers are never stored: after the form is read only this is known of them. */
export interface TestCard {
  brand: string
  last4: string
  /** Why every charge fails, although the card was saved. */
  chargeDecline: Decline | null
}

const generic: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}
const expired: Decline = { code: 'expired_card', declineCode: null, message: 'Your card has expired.' }
const unknown: Decline = {
  code: 'card_declined',
  declineCode: null,
  message: 'This is no test card. Choose one of the list; real cards are refused here.',
}

interface KnownCard {
  number: string
  /** What the forms say about it. */
  meaning: string
  /** Payment methods of this name can be attached without a form. */
  token: string
  /** Why it cannot be saved. */
  refusal: Decline | null
  chargeDecline: Decline | null
}

/** https://docs.stripe.com/testing */
export const KNOWN_CARDS: readonly KnownCard[] = [
  {
    number: '4242424242424242',
    meaning: 'Works',
    token: 'pm_card_visa',
    refusal: null,
    chargeDecline: null,
  },
  {
    number: '4000000000000341',
    meaning: 'Can be saved, later charges fail',
    token: 'pm_card_chargeCustomerFail',
    refusal: null,
    chargeDecline: generic,
  },
  {
    number: '4000000000000002',
    meaning: 'Declined',
    token: 'pm_card_chargeDeclined',
    refusal: generic,
    chargeDecline: null,
  },
]

export interface CardForm {
  number: string
  expMonth: number
  expYear: number
}

/** Returns the card in the form, or why the form is refused. `now` in seconds. */
export function readCard(form: CardForm, now: number): TestCard | Decline {
  const number = form.number.replaceAll(/[\s-]/g, '')
  const known = KNOWN_CARDS.find((each) => each.number === number)
  if (!known) return unknown
  return isPast(form, now) ? expired : (known.refusal ?? testCard(known))
}

/** Returns the card that a name like pm_card_visa stands for. */
export function cardOfToken(token: string): TestCard | null {
  const known = KNOWN_CARDS.find((each) => each.token === token)
  return known ? testCard(known) : null
}

export function isDecline(read: TestCard | Decline): read is Decline {
  return 'code' in read
}

function testCard({ number, chargeDecline }: KnownCard): TestCard {
  return { brand: 'visa', last4: number.slice(-4), chargeDecline }
}

function isPast({ expMonth, expYear }: CardForm, now: number): boolean {
  if (!(expMonth >= 1 && expMonth <= 12)) return true
  const year = expYear < 100 ? 2000 + expYear : expYear
  return Date.UTC(year, expMonth, 1) / 1000 <= now
}
