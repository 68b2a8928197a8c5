import type { DeliveryList, Notifications, Scorecard, Session, SyncRun } from '@stockcast/contract'

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
