import { describe, expect, it, vi } from 'vitest'
import { type Caller, createLanes, type LaneLimits } from './lanes.ts'

const limits: LaneLimits = {
  inAll: 4,
  demoUsers: 2,
  own: { merchant: 2, demoUser: 1, job: 3 },
  waiting: { merchant: 3, demoUser: 2, job: Number.POSITIVE_INFINITY },
}
const merchant = (merchantId: number): Caller => ({ merchantId, kind: 'merchant' })
const demo = (merchantId: number): Caller => ({ merchantId, kind: 'demoUser' })
const LONG_MS = 60_000

/** Takes turns for callers and notes, in order, whose turn it is. */
function laneTest() {
  const lanes = createLanes(limits)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const take = (caller: Caller) =>
    lanes.take(caller, LONG_MS).then((end) => {
      begun.push(caller.merchantId)
      ends.push(end)
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    lanes,
    begun,
    start: async (callers: Caller[]) => {
      for (const caller of callers) void take(caller).catch(() => undefined)
      await settle()
      return begun
    },
    endFirst: async () => {
      ends.shift()?.()
      await settle()
      return begun
    },
  }
}

describe('turns for connections', () => {
  it('go to two calls of a merchant at once, and the last one only to a merchant without any', async () => {
    const { start } = laneTest()
    expect(await start([1, 1, 1, 2, 2, 2].map(merchant))).toEqual([1, 1, 2])
    expect(await start([merchant(3)])).toEqual([1, 1, 2, 3])
  })

  it('come to a quiet merchant next, however many of greedy ones wait', async () => {
    const { start, endFirst } = laneTest()
    await start([1, 1, 1, 2, 2, 2, 3, 3].map(merchant))
    expect(await start([merchant(9)])).toEqual([1, 1, 2, 3])
    expect(await endFirst()).toEqual([1, 1, 2, 3, 9])
  })

  it('alternate between merchants with equally many running calls', async () => {
    const { start, endFirst, begun } = laneTest()
    await start([1, 2, 3, 4].map(merchant))
    await start([5, 5, 5, 6, 6].map(merchant))
    for (let n = 0; n < 6; n++) await endFirst()
    expect(begun.slice(4)).toEqual([5, 6, 5, 6])
  })

  it('go to one call of each demo user, and to all of them together at most their share', async () => {
    const { start } = laneTest()
    expect(await start([101, 101, 102, 103, 104, 105].map(demo))).toEqual([101, 102])
    expect(await start([merchant(1), merchant(2)])).toEqual([101, 102, 1, 2])
  })

  it('are refused once too many of a merchant wait, and others still wait', async () => {
    const { lanes, start } = laneTest()
    await start([1, 1, 1, 1, 1].map(merchant))
    await expect(lanes.take(merchant(1), LONG_MS)).rejects.toMatchObject({
      code: 'limit_exceeded',
      retryAfterSeconds: 5,
    })
    expect(await start([merchant(2)])).toEqual([1, 1, 2])
  })

  it('that do not come in time are refused for now, and are not given later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { lanes, start, endFirst } = laneTest()
    await start([1, 1].map(merchant))
    const late = lanes.take(merchant(1), 10)
    vi.advanceTimersByTime(10)
    vi.useRealTimers()
    await expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    expect(await endFirst()).toEqual([1, 1])
    expect(await start([merchant(1)])).toEqual([1, 1, 1])
  })

  it('end once, however often their end is called', async () => {
    const { lanes, start } = laneTest()
    const end = await lanes.take(merchant(1), LONG_MS)
    end()
    end()
    expect(await start([1, 1, 1].map(merchant))).toEqual([1, 1])
  })
})
