import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyEvent, keysOf, readEvents, watchSilence } from './live-events.ts'
import { plansQuery, queryKeys } from './queries.ts'

function stream(...parts: string[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    }),
  )
}

describe('Live events:', () => {
  it('a message is read from the stream even when it is cut in two', async () => {
    const onEvent = vi.fn()
    await readEvents(stream('data: {"type":"st', 'ock"}\n\n: still here\n\ndata: {"type":"alerts"}\n\n'), {
      onEvent,
    })
    expect(onEvent.mock.calls.flat()).toEqual([{ type: 'stock' }, { type: 'alerts' }])
  })

  it('the pause that a stopping server asks for is read from the stream', async () => {
    const onRetry = vi.fn()
    await readEvents(stream('retry: 1700\n\n'), { onEvent: vi.fn(), onRetry })
    expect(onRetry.mock.calls).toEqual([[1700]])
  })

  it('an event that is not in the contract is ignored', async () => {
    const onEvent = vi.fn()
    await readEvents(stream('data: nonsense\n\ndata: {"type":"unknown"}\n\n'), { onEvent })
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('a change of the clock invalidates everything that depends on today', () => {
    for (const key of [
      queryKeys.session,
      queryKeys.dashboard,
      queryKeys.products,
      queryKeys.product,
      queryKeys.alerts,
      queryKeys.deliveries,
      queryKeys.notifications,
    ]) {
      expect(keysOf.clock).toContain(key)
    }
  })

  it('W-04 an action on another screen invalidates alerts, snoozes and the orders of the open product', () => {
    const queryClient = new QueryClient()
    const keys = [queryKeys.snoozes, plansQuery(1).queryKey, queryKeys.dashboard]
    for (const key of keys) queryClient.setQueryData(key, {})
    applyEvent(queryClient, { type: 'alerts' }, (reloaded) => {
      for (const queryKey of reloaded) void queryClient.invalidateQueries({ queryKey })
    })
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
  })

  it('T-04 forecasts keep their progress until the last one is done', () => {
    const queryClient = new QueryClient()
    const reload = vi.fn()
    applyEvent(queryClient, { type: 'forecasts', done: 213, total: 486, failed: 0 }, reload)
    expect(queryClient.getQueryData(queryKeys.forecastProgress)).toEqual({ done: 213, total: 486 })
    applyEvent(queryClient, { type: 'forecasts', done: 486, total: 486, failed: 0 }, reload)
    expect(queryClient.getQueryData(queryKeys.forecastProgress)).toBeNull()
    expect(reload).toHaveBeenLastCalledWith(keysOf.forecasts)
  })

  it('T-04 a failed run ends its progress and leaves how many forecasts it could not update', () => {
    const queryClient = new QueryClient()
    applyEvent(queryClient, { type: 'forecasts', done: 213, total: 486, failed: 273 }, vi.fn())
    expect(queryClient.getQueryData(queryKeys.forecastProgress)).toBeNull()
    expect(queryClient.getQueryData(queryKeys.failedForecasts)).toBe(273)
  })

  it('T-04 an event without a count of failures has none', async () => {
    const onEvent = vi.fn()
    await readEvents(stream('data: {"type":"forecasts","done":1,"total":2}\n\n'), { onEvent })
    expect(onEvent).toHaveBeenCalledWith({ type: 'forecasts', done: 1, total: 2, failed: 0 })
  })
})

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
