import type { Session, SyncRun } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
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

describe('One banner per page:', () => {
  it.each<[string, Session, SyncRun | null, ReturnType<typeof pickBanner>]>([
    ['D-02 a failed payment goes before all', aSession({ ...lost, ...declined }), failed, 'payment'],
    ['D-02 an ended plan goes before the store', aSession({ ...lost, ...stale, ...over }), failed, 'ended'],
    [
      'D-02 a cancelled plan that is over has ended',
      aSession({ merchant: { ...cancelled, isReadOnly: true } }),
      null,
      'ended',
    ],
    ['C-04 a cancelled plan that runs is a fact', aSession({ merchant: cancelled }), null, 'cancelled'],
    ['C-04 and waits for what needs an answer', aSession({ ...stale, merchant: cancelled }), null, 'stale'],
    ['a lost connection goes before old data', aSession({ ...lost, ...stale }), failed, 'connection'],
    ['full storage goes before old data', aSession({ ...stale, storage: 'low' }), failed, 'storage'],
    ['a lost connection goes before full storage', aSession({ ...lost, storage: 'low' }), null, 'connection'],
    ['old data goes before its sync', aSession(stale), failed, 'stale'],
    ['a sync with trouble goes before the trial', aSession(), failed, 'sync'],
    ['a sync that is well leaves the trial', aSession(), aSyncRun(), 'trial'],
    [
      'the first sync tells of itself',
      aSession({ freshness: { ...freshness, forecastAsOf: null } }),
      failed,
      'trial',
    ],
    [
      'sample data goes before the trial',
      aSession({ merchant: { isConnected: false, isDemo: true }, connection: null }),
      null,
      'demo',
    ],
    ['who pays and is in step sees none', aSession(paying), null, null],
    [
      'what is not known of the connection is no lost connection',
      { ...aSession(paying), connection: undefined },
      null,
      null,
    ],
  ])('%s', (_, session, run, banner) => {
    expect(pickBanner(session, run)).toBe(banner)
  })
})
