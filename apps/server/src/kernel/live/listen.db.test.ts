import type { LiveEvent } from '@stockcast/contract'
import { withTestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DatabaseFault, type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { type AppDatabase, openDatabase } from '../database/app-database.ts'
import { type LiveEvents, publishLive, startLiveEvents } from './live-events.ts'

const log = pino({ level: 'silent' })
const database = withTestDatabase()
let db: AppDatabase
let proxy: DatabaseProxy
let live: LiveEvents

beforeAll(async () => {
  db = openDatabase(database.appUrl, { poolSize: 2, onError: () => undefined })
  database.closeLater(db.close)
})
beforeEach(async () => {
  proxy = await startDatabaseProxy(database.appUrl)
  live = await startLiveEvents({
    directUrl: proxy.url,
    log,
    times: { firstPauseMs: 5, longestPauseMs: 20, checkEveryMs: 20, answerWithinMs: 300 },
  })
})
afterEach(async () => {
  await live?.stop()
  await proxy?.close()
})

const untilTried = (count: number) =>
  vi.waitFor(() => expect(proxy.tried()).toBeGreaterThanOrEqual(count), { timeout: 9000, interval: 5 })

async function expectHeard(): Promise<void> {
  const events: LiveEvent[] = []
  live.subscribe(1, (event) => events.push(event))
  await vi.waitFor(
    async () => {
      await db.withTenant(1, (tx) => publishLive(tx, 1, { type: 'stock' }))
      expect(events.length).toBeGreaterThan(0)
    },
    { timeout: 9000, interval: 20 },
  )
}

describe('the listening connection', () => {
  it.each(['refuse', 'hang'] satisfies DatabaseFault[])(
    'tries one connection at a time while the database would %s, and listens again afterwards',
    async (fault) => {
      let most = 0
      const watch = setInterval(() => {
        most = Math.max(most, proxy.open())
      }, 1)
      proxy.setFault(fault)
      proxy.cut()
      await untilTried(6)
      proxy.setFault('none')
      proxy.cut()
      await expectHeard()
      clearInterval(watch)
      expect(most).toBe(1)
      expect(proxy.open()).toBe(1)
    },
  )

  it('is replaced when it no longer answers, without the database closing it', async () => {
    proxy.setFault('hang')
    await untilTried(2)
    proxy.setFault('none')
    await expectHeard()
    expect(proxy.open()).toBe(1)
  })

  it('reports that it listens again, because messages were missed meanwhile', async () => {
    let again = 0
    live.onReconnect(() => void again++)
    proxy.cut()
    await vi.waitFor(() => expect(again).toBe(1), { timeout: 9000, interval: 5 })
  })

  it('opens no connection after it was stopped in an outage', async () => {
    proxy.setFault('refuse')
    proxy.cut()
    await untilTried(3)
    await live.stop()
    const before = proxy.tried()
    proxy.setFault('none')
    expect(proxy.open()).toBe(0)
    expect(proxy.tried()).toBe(before)
  })
})
