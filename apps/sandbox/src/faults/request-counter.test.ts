import { describe, expect, it } from 'vitest'
import { MachineClock } from '../testing/open-sandbox.ts'
import { RequestCounter } from './request-counter.ts'

describe('the request counter', () => {
  it('returns the busiest second of the window, and forgets requests after an hour', () => {
    const clock = new MachineClock()
    const counter = new RequestCounter(clock.now)
    counter.count(false)
    clock.time += 1000
    for (let count = 0; count < 5; count++) counter.count(count % 2 === 0)
    expect(counter.last(60)).toMatchObject({ requests: 6, most: 5 })
    expect(counter.last(1).perSecond).toEqual([{ at: '2026-11-20T15:00:01.000Z', requests: 5, faulted: 3 }])
    clock.time += 3_600_000
    counter.count(false)
    expect(counter.last(100_000)).toMatchObject({ requests: 1, most: 1 })
  })

  it('counts the requests of each shop separately', () => {
    const counter = new RequestCounter(new MachineClock().now)
    counter.count(false, 'tiny-a.myshopify.com')
    counter.count(true, 'tiny-b.myshopify.com')
    counter.count(true, 'tiny-b.myshopify.com')
    counter.count(false)
    expect(counter.last(1)).toMatchObject({ requests: 4, perSecond: [{ faulted: 2 }] })
    expect(counter.last(1, 'tiny-a.myshopify.com')).toMatchObject({ requests: 1, most: 1 })
    expect(counter.last(1, 'tiny-b.myshopify.com').perSecond).toMatchObject([{ requests: 2, faulted: 2 }])
    expect(counter.last(1, 'tiny-c.myshopify.com')).toEqual({ requests: 0, most: 0, perSecond: [] })
  })
})
