import type { Session } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { aSession, NOW, withoutStore } from '../../testing/fixtures.ts'
import { salesAndStockWords, stepWords, stockAsOfWords } from './freshness-words.ts'

const { freshness } = aSession()
const session = (changes: Partial<Session['freshness']>) =>
  aSession({ freshness: { ...freshness, ...changes } })
const lost = (status: 'needs_reconnect' | 'disconnected') =>
  aSession({ merchant: { isConnected: false }, connection: { status, message: 'Why.' } })

describe('How current the data is:', () => {
  it.each([
    ['in sync', aSession(), 'In sync with Shopify, 10:32 AM'],
    [
      'never compared with the store',
      session({ lastCheckedAt: null, differences: null }),
      'Stock as of 10:32 AM',
    ],
    ['old', session({ isStale: true, stockAsOf: '2026-11-20T13:14:00.000Z' }), 'Data from 8:14 AM'],
    [
      'from an earlier day',
      session({ isStale: true, stockAsOf: '2026-11-16T13:14:00.000Z' }),
      'Data from Nov 16',
    ],
    ['not imported yet', session({ stockAsOf: null }), 'Reading your store'],
    ['kept without access', lost('needs_reconnect'), 'Data from 10:32 AM'],
    ['kept after an uninstall', lost('disconnected'), 'Disconnected, data from 10:32 AM'],
    [
      'from no store',
      aSession({
        merchant: withoutStore,
        connection: null,
        freshness: { ...freshness, stockAsOf: null },
      }),
      'No store connected',
    ],
    ['from files', aSession({ merchant: { isConnected: false }, connection: null }), 'Stock as of 10:32 AM'],
    [
      'demo data',
      aSession({ merchant: { isConnected: false, isDemo: true }, connection: null }),
      'Demo data',
    ],
  ])('the line under the store name describes data that is %s', (_, given, words) => {
    expect(stepWords(given)).toBe(words)
  })

  it('the dashboard says that nothing differed', () => {
    expect(salesAndStockWords(NOW, aSession())).toBe(
      'Sales and stock as of 10:32 AM, no differences with Shopify.',
    )
  })

  it('differences are shown with the time of their repair', () => {
    expect(salesAndStockWords(NOW, session({ differences: 3 }))).toBe(
      'Sales and stock as of 10:32 AM. 3 differences with Shopify, repaired at 10:15 AM.',
    )
    expect(salesAndStockWords(NOW, session({ differences: 1 }))).toContain('1 difference with Shopify,')
  })

  it('changes that could not be applied are shown with what happens next', () => {
    expect(salesAndStockWords(NOW, session({ unappliedChanges: 2 }))).toBe(
      'Sales and stock as of 10:32 AM, without 2 changes from Shopify that could not be applied. We compare everything again tonight.',
    )
  })

  it('an old comparison does not count as a new one', () => {
    expect(salesAndStockWords(NOW, session({ lastCheckedAt: '2026-11-20T11:00:00.000Z' }))).toBe(
      'Sales and stock as of 10:32 AM, no differences with Shopify at 6:00 AM.',
    )
  })

  it.each([null, undefined])('a comparison that is %s is unknown, not zero', (unknown) => {
    expect(salesAndStockWords(NOW, session({ lastCheckedAt: unknown, differences: unknown }))).toBe(
      'Sales and stock as of 10:32 AM, not compared with Shopify yet.',
    )
  })

  it('without a store nothing is said about Shopify', () => {
    const none = aSession({ merchant: { isConnected: false, isDemo: true }, connection: null })
    expect(salesAndStockWords(NOW, none)).toBe('Sales and stock as of 10:32 AM.')
  })

  it('before the first import there is no time to name', () => {
    expect(stockAsOfWords(session({ stockAsOf: null }))).toBe('')
    expect(stockAsOfWords(aSession())).toBe('Stock as of 10:32 AM.')
  })
})
