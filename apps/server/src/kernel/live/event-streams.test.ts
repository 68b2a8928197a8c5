import { MINUTE_MS } from '@stockcast/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordingLive } from '../../testing/test-kernel.ts'
import { createEventStreams, STREAMS_PER_MERCHANT } from './event-streams.ts'

const always = async () => true

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const live = recordingLive()
  const streams = createEventStreams({ live })
  const publish = (merchantId: number, done: number) =>
    live.publish(undefined as never, merchantId, { type: 'forecasts', done, total: 9, failed: 0 })
  return { live, streams, publish }
}

function getReader(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return done ? null : decoder.decode(value)
    },
    leave: () => reader.cancel(),
  }
}

describe('event streams', () => {
  it('send a greeting, then the events of this merchant only', async () => {
    const { streams, publish } = setUp()
    const reader = getReader(streams.open(1, always))
    expect(await reader.next()).toBe(': hello\n\n')
    await publish(2, 5)
    await publish(1, 6)
    expect(await reader.next()).toBe('data: {"type":"forecasts","done":6,"total":9,"failed":0}\n\n')
  })

  it('keep only the newest event of each type for a reader that is behind', async () => {
    const { streams, publish } = setUp()
    const reader = getReader(streams.open(1, always))
    for (let done = 1; done <= 9; done++) await publish(1, done)
    await reader.next()
    expect(await reader.next()).toContain('"done":9')
    const next = reader.next()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await next).toBe(': heartbeat\n\n')
  })

  it('inform everybody when the clock was moved', async () => {
    const { streams } = setUp()
    const readers = [getReader(streams.open(1, always)), getReader(streams.open(2, always))]
    for (const reader of readers) await reader.next()
    streams.tellAll({ type: 'clock' })
    for (const reader of readers) expect(await reader.next()).toBe('data: {"type":"clock"}\n\n')
  })

  it('X-02 end at once for a reader who no longer belongs to the shop, when its team changes', async () => {
    const { live, streams } = setUp()
    let isMember = true
    const reader = getReader(streams.open(1, async () => isMember))
    await reader.next()
    const change = () => live.publish(undefined as never, 1, { type: 'team' })
    await change()
    expect(await reader.next()).toBe('data: {"type":"team"}\n\n')
    isMember = false
    await change()
    await vi.advanceTimersByTimeAsync(0)
    expect(streams.count()).toBe(0)
  })

  it('send a heartbeat every 15 seconds, so that no proxy closes them', async () => {
    const { streams } = setUp()
    const reader = getReader(streams.open(1, always))
    await reader.next()
    for (let beat = 0; beat < 3; beat++) {
      const next = reader.next()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await next).toBe(': heartbeat\n\n')
    }
  })

  it('end at the next heartbeat after sign-out', async () => {
    const { streams } = setUp()
    let isOpen = true
    const reader = getReader(streams.open(1, async () => isOpen))
    await reader.next()
    isOpen = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await reader.next()).toBeNull()
    expect(streams.count()).toBe(0)
  })

  it('stay open when the session cannot be looked up for a moment', async () => {
    const { streams } = setUp()
    streams.open(1, () => Promise.reject(new Error('the database is unavailable')))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(streams.count()).toBe(1)
  })

  it('end after ten minutes, so that the page connects again', async () => {
    const { streams } = setUp()
    streams.open(1, always)
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    expect(streams.count()).toBe(0)
  })

  it('are limited to twenty a merchant, and a closed one frees its place', async () => {
    const { streams } = setUp()
    const readers = Array.from({ length: STREAMS_PER_MERCHANT }, () => getReader(streams.open(1, always)))
    expect(() => streams.open(1, always)).toThrow(expect.objectContaining({ code: 'limit_exceeded' }))
    expect(() => streams.open(2, always)).not.toThrow()
    await readers[0]!.leave()
    expect(() => streams.open(1, always)).not.toThrow()
  })

  it('leave no listener and no timer behind, however they end', async () => {
    const { streams, live } = setUp()
    const reader = getReader(streams.open(1, always))
    streams.open(1, always)
    const waiting = getReader(streams.open(1, always))
    await waiting.next()
    const pending = waiting.next()
    await reader.leave()
    streams.close()
    expect(await pending).toMatch(/^retry: \d+\n\n$/)
    expect(await waiting.next()).toBeNull()
    expect([streams.count(), live.listenerCount(), vi.getTimerCount()]).toEqual([0, 0, 0])
  })
})
