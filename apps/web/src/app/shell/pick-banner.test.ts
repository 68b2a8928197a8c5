import type { Session, SyncRun } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { aSession, aSyncRun, NOW } from '../../testing/fixtures.ts'
import { pickBanner } from './pick-banner.ts'

const { freshness } = aSession()
const stale = { freshness: { ...freshness, isStale: true } }
const lost = { connection: { status: 'needs_reconnect', message: null } } as const
const failed = aSyncRun({ kind: 'full', status: 'failed', finishedAt: NOW })
const paying = { merchant: { subscriptionStatus: 'active', trialDaysRemaining: null } } as const

describe('one banner a page', () => {
  it.each<[string, Session, SyncRun | null, ReturnType<typeof pickBanner>]>([
    ['a lost connection goes before old data', aSession({ ...lost, ...stale }), failed, 'connection'],
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
