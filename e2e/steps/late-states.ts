import type {
  Billing,
  DeliveryList,
  InvitationView,
  Notifications,
  Scorecard,
  Session,
  SyncRun,
} from '@stockcast/contract'

/** An answer of the API that is changed before it reaches the page. */
export interface ChangedAnswer {
  path: string
  change: (answer: unknown) => unknown
}

const changed = <Answer>(path: string, change: (answer: Answer) => Answer): ChangedAnswer => ({
  path,
  change: change as (answer: unknown) => unknown,
})

const DAY_MS = 86_400_000

// States that depend on time or failures, and would not last long enough for a picture.

export const planEnded = changed<Session>('**/api/session', (session) => ({
  ...session,
  merchant: {
    ...session.merchant,
    isReadOnly: true,
    subscriptionStatus: 'expired',
    trialDaysRemaining: 0,
    trialEndsAt: new Date(Date.parse(session.now) - 10 * DAY_MS).toISOString(),
  },
}))

export const syncRunning = changed<{ run: SyncRun | null }>('**/api/sync', ({ run }) => ({
  run: run && {
    ...run,
    kind: 'first',
    status: 'running',
    phase: 'orders',
    orders: 31_402,
    expected: { variants: run.variants, orders: 48_900 },
    forecast: { done: 0, total: run.variants },
    finishedAt: null,
  },
}))

export const channelsOff = changed<Notifications>('**/api/notifications', (stored) => ({
  ...stored,
  slack: {
    ...stored.slack,
    webhookUrlMasked: 'https://hooks.slack.com/services/…/abc',
    offReason: 'Slack says that this webhook is gone.',
  },
  email: { ...stored.email, isOn: true, address: 'stock@example.com' },
  sms: { ...stored.sms, isOn: true, phone: '+14155550123', consentAt: '2026-11-20T15:00:00.000Z' },
}))

export const noSimulation = changed<Scorecard>('**/api/scorecard', (card) => ({ ...card, simulation: null }))

const outcomes = [
  { channel: 'slack', status: 'sent', canRetry: false, reason: null, providerWords: null },
  {
    channel: 'email',
    status: 'failed',
    canRetry: true,
    reason: 'refused',
    providerWords: '550 5.1.1 No such user',
  },
  {
    channel: 'sms',
    status: 'retrying',
    canRetry: false,
    reason: 'not_accepted',
    providerWords: '30001 Queue overflow',
  },
  { channel: 'slack', status: 'off', canRetry: false, reason: null, providerWords: null },
] as const

export const messagesSent = changed<DeliveryList>('**/api/deliveries*', (list) => ({
  ...list,
  deliveries: outcomes.map((outcome, i) => ({
    ...outcome,
    id: i + 1,
    createdAt: '2026-11-20T15:00:00.000Z',
    kind: i === 0 ? 'digest' : 'alerts',
    alerts: 3,
    leftOut: i,
    summary: '3 products need an order',
    attempts: i + 1,
    nextTryAt: outcome.status === 'retrying' ? '2026-11-20T15:20:00.000Z' : null,
    sentAt: outcome.status === 'sent' ? '2026-11-20T15:00:02.000Z' : null,
  })),
  total: 120,
  waiting: { slack: 0, email: 2, sms: 0 },
}))

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const invited = (changes: Partial<InvitationView> = {}) =>
  changed<InvitationView>('**/api/auth/invitation', () => ({
    email: 'buyer@example.com',
    role: 'buyer',
    owner: 'owner@northfold.example.com',
    shopName: 'Northfold Coffee',
    hasAccount: false,
    ...changes,
  }))

export const invitedAnew = invited()
export const invitedAgain = invited({ role: 'viewer', shopName: null, hasAccount: true })

const plan = (billing: Partial<Billing>) => [
  changed<Session>('**/api/session', (session) => {
    const { status = 'trial', planName = null, isReadOnly = false, ...dates } = billing
    const { daysRemaining = null, trialEndsAt = null, currentPeriodEnd = null } = dates
    const state = { planName, isReadOnly, trialEndsAt, currentPeriodEnd, trialDaysRemaining: daysRemaining }
    return { ...session, merchant: { ...session.merchant, ...state, subscriptionStatus: status } }
  }),
  changed<Billing>('**/api/billing', (stored) => ({ ...stored, daysRemaining: null, ...billing })),
]

const card = {
  hasPaymentMethod: true,
  card: { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2029 },
  hasCustomer: true,
}
const trial = { daysRemaining: 9, trialEndsAt: inDays(9), signedUpAt: inDays(-5), ...card }
const pro = {
  planName: 'Pro Plan',
  canExtendTrial: false,
  currentPeriodEnd: inDays(20),
  accessUntil: null,
  ...card,
}
const ended = { isReadOnly: true, canExtendTrial: false, accessUntil: inDays(-3) }
const openInvoice = { amountCents: 1000, currency: 'USD', url: null, nextAttemptAt: inDays(3) }
const toItsEnd = { status: 'cancelled', cancelAtPeriodEnd: true } as const

/** What billing says of each state of a plan. */
export const plans = {
  trial: plan({ ...trial, status: 'trial' }),
  'trial-extended': plan({
    ...trial,
    daysRemaining: 14,
    trialEndsAt: inDays(14),
    signedUpAt: inDays(-12),
    canExtendTrial: false,
  }),
  'trial-cancelled': plan({ ...trial, ...toItsEnd, daysRemaining: null, accessUntil: inDays(9) }),
  paid: plan({ ...pro, status: 'active' }),
  'payment-failed': plan({ ...pro, status: 'past_due', openInvoice }),
  'paid-cancelled': plan({ ...pro, ...toItsEnd, accessUntil: inDays(20) }),
  cancelled: plan({ ...ended, ...card, status: 'cancelled' }),
  expired: plan({ ...ended, status: 'expired' }),
}
