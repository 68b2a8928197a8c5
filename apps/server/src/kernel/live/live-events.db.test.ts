import type { LiveEvent } from '@stockcast/contract'
import { withTestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type AppDatabase, openDatabase } from '../database/app-database.ts'
import { type LiveEvents, startLiveEvents } from './live-events.ts'

const database = withTestDatabase()
let db: AppDatabase
let live: LiveEvents

beforeAll(async () => {
  db = openDatabase(database.appUrl, { poolSize: 2, onError: () => undefined })
  live = await startLiveEvents({ directUrl: database.appUrl, log: pino({ level: 'silent' }) })
  for (const close of [db.close, live.stop]) database.closeLater(close)
})

const publish = (merchantId: number, event: LiveEvent) =>
  db.withTenant(merchantId, (tx) => live.publish(tx, merchantId, event))
const heard = (events: LiveEvent[], count: number) =>
  vi.waitFor(() => expect(events).toHaveLength(count), { timeout: 5000, interval: 10 })

describe('live events', () => {
  it('S-07 reach the pages of that merchant and no other', async () => {
    const mine: LiveEvent[] = []
    const others: LiveEvent[] = []
    live.subscribe(1, (event) => mine.push(event))
    live.subscribe(2, (event) => others.push(event))
    await publish(1, { type: 'forecasts', done: 3, total: 7, failed: 0 })
    await heard(mine, 1)
    expect(mine).toEqual([{ type: 'forecasts', done: 3, total: 7, failed: 0 }])
    expect(others).toEqual([])
  })

  it('are not delivered when the transaction is rolled back, nor after unsubscribing', async () => {
    const events: LiveEvent[] = []
    const leave = live.subscribe(3, (event) => events.push(event))
    const failing = db.withTenant(3, async (tx) => {
      await live.publish(tx, 3, { type: 'sync' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await publish(3, { type: 'stock' })
    await heard(events, 1)
    expect(events).toEqual([{ type: 'stock' }])
    leave()
    const after: LiveEvent[] = []
    live.subscribe(3, (event) => after.push(event))
    await publish(3, { type: 'alerts' })
    await heard(after, 1)
    expect(events).toHaveLength(1)
  })
})
