import type { Session, SyncRun } from '@stockcast/contract'
import { expect, it } from 'vitest'
import { aSession, aSyncRun, NOW } from '../../testing/fixtures.ts'
import { pickBanner } from './pick-banner.ts'

const { freshness } = aSession()
const stale = { freshness: { ...freshness, isStale: true } }
const lost = { connection: { status: 'needs_reconnect', message: null } } as const
const failed = aSyncRun({ kind: 'full', status: 'failed', finishedAt: NOW })
const paying = { merchant: { subscriptionStatus: 'active', trialDaysRemaining: null } } as const

const over = { merchant: { subscriptionStatus: 'expired', isReadOnly: true } } as const
const declined = { merchant: { subscriptionStatus: 'past_due', trialDaysRemaining: null } } as const
const cancelled = { subscriptionStatus: 'cancelled', trialDaysRemaining: null } as const

it.each<[string, Session, SyncRun | null, ReturnType<typeof pickBanner>]>([
  ['D-02 a failed payment comes before everything', aSession({ ...lost, ...declined }), failed, 'payment'],
  ['D-02 an ended plan comes before the store', aSession({ ...lost, ...stale, ...over }), failed, 'ended'],
  [
    'D-02 a cancelled plan that is over has ended',
    aSession({ merchant: { ...cancelled, isReadOnly: true } }),
    null,
    'ended',
  ],
  [
    'C-04 a cancelled plan that is still active has a banner',
    aSession({ merchant: cancelled }),
    null,
    'cancelled',
  ],
  [
    'C-04 the banner of a cancelled plan comes after those that need an answer',
    aSession({ ...stale, merchant: cancelled }),
    null,
    'stale',
  ],
  ['a lost connection comes before stale data', aSession({ ...lost, ...stale }), failed, 'connection'],
  ['full storage comes before stale data', aSession({ ...stale, storage: 'low' }), failed, 'storage'],
  ['a lost connection comes before full storage', aSession({ ...lost, storage: 'low' }), null, 'connection'],
  ['stale data comes before a failed sync', aSession(stale), failed, 'stale'],
  ['a failed sync comes before the trial', aSession(), failed, 'sync'],
  ['a successful sync has no banner, so that the trial is shown', aSession(), aSyncRun(), 'trial'],
  [
    'the first sync has no banner of its own',
    aSession({ freshness: { ...freshness, forecastAsOf: null } }),
    failed,
    'trial',
  ],
  [
    'sample data comes before the trial',
    aSession({ merchant: { isConnected: false, isDemo: true }, connection: null }),
    null,
    'demo',
  ],
  ['a paying merchant with current data sees none', aSession(paying), null, null],
  [
    'an unknown connection does not count as lost',
    { ...aSession(paying), connection: undefined },
    null,
    null,
  ],
])('One banner per page: %s', (_, session, run, banner) => {
  expect(pickBanner(session, run)).toBe(banner)
})
