import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFor } from './keep-for.ts'

const times = { keepMs: 15_000, deadlineMs: 2000 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Counts readings, which end when the test says so. */
function readings() {
  const ends: PromiseWithResolvers<number>[] = []
  const failed = vi.fn()
  const read = keepFor(
    times,
    () => {
      ends.push(Promise.withResolvers<number>())
      return ends.at(-1)!.promise
    },
    failed,
  )
  return { read, ends, failed }
}

describe('a reading that is kept', () => {
  it('is made once in 15 seconds, whatever the number of callers', async () => {
    const { read, ends } = readings()
    const callers = [read(), read(), read()]
    ends[0]!.resolve(7)
    expect(await Promise.all(callers)).toEqual([7, 7, 7])
    await vi.advanceTimersByTimeAsync(14_999)
    expect(await read()).toBe(7)
    expect(ends).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    const again = read()
    ends[1]!.resolve(8)
    expect(await again).toBe(8)
  })

  it('is null after a failure, and is not made again before its time', async () => {
    const { read, ends, failed } = readings()
    const first = read()
    ends[0]!.reject(new Error('away'))
    expect(await first).toBeNull()
    expect(await read()).toBeNull()
    expect(ends).toHaveLength(1)
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('lets no caller wait longer than the deadline, and has no second one begin beside it', async () => {
    const { read, ends } = readings()
    const first = read()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await first).toBeNull()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await read()).toBeNull()
    expect(ends).toHaveLength(1)
    ends[0]!.resolve(7)
    await vi.advanceTimersByTimeAsync(1)
    const next = read()
    ends[1]!.resolve(9)
    expect(await next).toBe(9)
  })
})
