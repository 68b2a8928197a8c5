import { describe, expect, it } from 'vitest'
import { aSyncRun, NOW } from '../../testing/fixtures.ts'
import { isPastTrouble, syncTrouble } from './sync-words.ts'

const failed = aSyncRun({ kind: 'full', status: 'failed', message: 'Shopify is away.', finishedAt: NOW })

describe('What is wrong with the last sync:', () => {
  it('nothing is wrong without a sync, while it runs, or after it has succeeded', () => {
    expect(syncTrouble(null)).toBeNull()
    expect(syncTrouble(aSyncRun())).toBeNull()
    expect(syncTrouble(aSyncRun({ status: 'succeeded', message: 'Kept.' }))).toBeNull()
  })

  it('a sync that waits continues by itself, one that failed does not', () => {
    for (const messageCode of ['interrupted', null] as const) {
      expect(syncTrouble(aSyncRun({ message: 'Shopify is busy.', messageCode }))).toEqual({
        sentence: 'Shopify is busy.',
        isOver: false,
      })
    }
    expect(syncTrouble(failed)).toEqual({ sentence: 'Shopify is away.', isOver: true })
  })

  it('a short history is not a problem', () => {
    expect(syncTrouble(aSyncRun({ message: 'In other words.', messageCode: 'short_history' }))).toBeNull()
  })

  it('a failure is over once the stock was read after it, unless the store was never read completely', () => {
    const later = '2026-11-20T15:40:00.000Z'
    expect(isPastTrouble(failed, later)).toBe(true)
    expect(isPastTrouble(failed, NOW)).toBe(false)
    expect(isPastTrouble(failed, null)).toBe(false)
    expect(isPastTrouble({ ...failed, kind: 'first' }, later)).toBe(false)
  })
})
