import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchSilence } from './silence-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('A silent stream', () => {
  it('is aborted, but not while heartbeats arrive', () => {
    const watch = watchSilence(new AbortController().signal)
    for (let beat = 0; beat < 10; beat++) {
      vi.advanceTimersByTime(15_000)
      watch.heard()
    }
    expect(watch.signal.aborted).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(watch.signal.aborted).toBe(true)
  })

  it('is left alone once the watch was stopped', () => {
    const watch = watchSilence(new AbortController().signal)
    watch.stop()
    vi.advanceTimersByTime(600_000)
    expect(watch.signal.aborted).toBe(false)
  })
})
