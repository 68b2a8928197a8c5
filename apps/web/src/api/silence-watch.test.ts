import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchSilence } from './silence-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a stream that falls silent', () => {
  it('is given up, but not while it is heard', () => {
    const watch = watchSilence(new AbortController().signal)
    for (let beat = 0; beat < 10; beat++) {
      vi.advanceTimersByTime(15_000)
      watch.heard()
    }
    expect(watch.signal.aborted).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(watch.signal.aborted).toBe(true)
  })

  it('is left alone once it was stopped', () => {
    const watch = watchSilence(new AbortController().signal)
    watch.stop()
    vi.advanceTimersByTime(600_000)
    expect(watch.signal.aborted).toBe(false)
  })
})
