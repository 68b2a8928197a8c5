export interface Decline {
  code: string
  declineCode: string | null
  message: string
}

/** How a card behaves. Numbers are never kept: after the form is read only this is known of them. */
export interface TestCard {
  brand: string
  last4: string
  /** Why it cannot be saved or used at all. */
  refusal: Decline | null
  /** Why every charge fails, although the card was saved. */
  chargeDecline: Decline | null
  /** Whether the buyer is asked to confirm: never, when the card is saved, or at every payment. */
  authentication: 'none' | 'setup' | 'always'
}

const DECLINED = 'Your card was declined.'
const generic: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED }
const insufficient: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const expired: Decline = { code: 'expired_card', declineCode: null, message: 'Your card has expired.' }
const wrongCvc: Decline = {
  code: 'incorrect_cvc',
  declineCode: null,
  message: 'Your card’s security code is incorrect.',
}
export const declinedByConsole = generic
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

export const authenticationDenied: Decline = {
  code: 'setup_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose another one and try again.',
}

interface KnownCard extends Omit<TestCard, 'last4'> {
  number: string
  /** What the forms say about it. */
  meaning: string
  /** Payment methods of this name can be attached without a form. */
  token: string | null
}

const visa = { brand: 'visa', refusal: null, chargeDecline: null, authentication: 'none' } as const

/** https://docs.stripe.com/testing */
export const KNOWN_CARDS: readonly KnownCard[] = [
  { ...visa, number: '4242424242424242', meaning: 'Works', token: 'pm_card_visa' },
  {
    ...visa,
    number: '5555555555554444',
    brand: 'mastercard',
    meaning: 'Works, another brand',
    token: 'pm_card_mastercard',
  },
  {
    ...visa,
    number: '4000000000000341',
    chargeDecline: generic,
    meaning: 'Can be saved, later charges fail',
    token: 'pm_card_chargeCustomerFail',
  },
  {
    ...visa,
    number: '4000002500003155',
    authentication: 'setup',
    meaning: 'Asks for a confirmation (3-D Secure)',
    token: 'pm_card_authenticationRequiredOnSetup',
  },
  {
    ...visa,
    number: '4000002760003184',
    authentication: 'always',
    meaning: 'Asks for a confirmation at every charge',
    token: 'pm_card_authenticationRequired',
  },
  { ...visa, number: '4000000000000002', refusal: generic, meaning: 'Declined', token: null },
  { ...visa, number: '4000000000009995', refusal: insufficient, meaning: 'Insufficient funds', token: null },
  { ...visa, number: '4000000000000069', refusal: expired, meaning: 'Expired card', token: null },
  { ...visa, number: '4000000000000127', refusal: wrongCvc, meaning: 'Wrong security code', token: null },
]

export interface CardForm {
  number: string
  expMonth: number
  expYear: number
  cvc: string
}

/** What is known of the card in the form, or why the form is refused. `now` in seconds. */
export function readCard(form: CardForm, now: number): TestCard | Decline {
  const number = form.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    return invalid('incorrect_number', 'Your card number is invalid.')
  if (isPast(form, now)) return expired
  if (!/^\d{3,4}$/.test(form.cvc)) return invalid('invalid_cvc', 'Your card’s security code is incomplete.')
  const known = KNOWN_CARDS.find((each) => each.number === number)
  if (!known)
    return invalid(
      'card_declined',
      'This is no test card. Choose one of the list; real cards are refused here.',
    )
  return known.refusal ?? testCard(known)
}

/** The card that a name like pm_card_visa stands for. */
export function cardOfToken(token: string): TestCard | null {
  const known = KNOWN_CARDS.find((each) => each.token === token)
  return known ? testCard(known) : null
}

export function isDecline(read: TestCard | Decline): read is Decline {
  return 'code' in read
}

function testCard({ brand, number, refusal, chargeDecline, authentication }: KnownCard): TestCard {
  return { brand, last4: number.slice(-4), refusal, chargeDecline, authentication }
}

function invalid(code: string, message: string): Decline {
  return { code, declineCode: null, message }
}

function isPast({ expMonth, expYear }: CardForm, now: number): boolean {
  if (!(expMonth >= 1 && expMonth <= 12)) return true
  const year = expYear < 100 ? 2000 + expYear : expYear
  return Date.UTC(year, expMonth, 1) / 1000 <= now
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
