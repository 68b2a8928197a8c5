import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { gatherReloads } from './gather-reloads.ts'

const stock = ['product']
const alerts = ['alerts']
let invalidate: Mock<QueryClient['invalidateQueries']>

function open(read: () => Promise<void> = () => Promise.resolve()) {
  invalidate = vi.fn(read)
  return gatherReloads({ invalidateQueries: invalidate })
}
const keysRead = () => invalidate.mock.calls.map(([filter]) => filter?.queryKey)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('Reloads after hints:', () => {
  it('a single hint causes a reload within 100 ms', async () => {
    const reload = open()
    reload([stock])
    await vi.advanceTimersByTimeAsync(100)
    expect(keysRead()).toEqual([stock])
  })

  it('hints that arrive together reload each key once', async () => {
    const reload = open()
    reload([stock, alerts])
    reload([stock])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(keysRead()).toEqual([stock, alerts])
  })

  it('a busy store causes a reload every 400 ms, and its last hint is not forgotten', async () => {
    const reload = open()
    for (let ms = 0; ms < 1_000; ms += 50) {
      reload([stock])
      await vi.advanceTimersByTimeAsync(50)
    }
    const during = keysRead().length
    expect(during).toBe(3)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(keysRead()).toHaveLength(during + 1)
  })

  it('a read in progress finishes before the key is read again', async () => {
    let finish = () => {}
    const reload = open(() => new Promise((resolve) => (finish = resolve)))
    reload([stock])
    await vi.advanceTimersByTimeAsync(100)
    reload([stock])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(keysRead()).toHaveLength(1)
    finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(keysRead()).toHaveLength(2)
  })

  it('an answer that does not come delays the next reload by 2 s at most', async () => {
    const reload = open(() => new Promise(() => undefined))
    reload([stock])
    await vi.advanceTimersByTimeAsync(100)
    reload([stock])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(keysRead()).toHaveLength(2)
  })
})
