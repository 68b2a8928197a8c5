import type { SyncRun } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { aSyncRun } from '../../testing/fixtures.ts'
import { syncSteps } from './sync-steps.ts'

const states = (changes: Partial<SyncRun>) => syncSteps(aSyncRun(changes)).map(({ state }) => state)

describe('Steps of a sync:', () => {
  it('S-07 past steps are done, later ones wait', () => {
    expect(states({ phase: 'orders' })).toEqual(['done', 'done', 'running', 'waiting', 'waiting'])
    expect(states({ phase: 'queued' })).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting'])
    expect(states({ phase: 'done', status: 'succeeded' })).toEqual(['done', 'done', 'done', 'done', 'done'])
  })

  it('S-07 a failed run shows where it stopped', () => {
    expect(states({ phase: 'orders', status: 'failed' })).toEqual([
      'done',
      'done',
      'failed',
      'waiting',
      'waiting',
    ])
  })

  it('S-07 counts are shown out of what the store announced', () => {
    const orders = syncSteps(aSyncRun({ phase: 'orders', orders: 31_402 }))[2]
    expect(orders).toMatchObject({ detail: '31,402 of about 48,900 orders', share: 31_402 / 48_900 })
  })

  it('S-07 without an announcement only the count is shown, never an invented share', () => {
    const run = aSyncRun({ phase: 'orders', orders: 12, expected: { variants: null, orders: null } })
    expect(syncSteps(run)[2]).toMatchObject({ detail: '12 orders', share: null })
  })

  it('S-07 a count above the announcement is not more than all', () => {
    const run = aSyncRun({ phase: 'orders', orders: 50_000 })
    expect(syncSteps(run)[2]).toMatchObject({ detail: '50,000 orders', share: 1 })
  })
})
