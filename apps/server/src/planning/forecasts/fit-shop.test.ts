import { on } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { type FittedForecast, fitShop } from './fit-shop.ts'
import { packHistory } from './shop-history.ts'

const origin = 1000

function getShop(variants: number) {
  const sold = { firstSeen: origin - 1, saleDays: [origin], units: [2] }
  const one = { ...sold, daysWithoutStock: [], stockKnownFrom: 0, wasEmptyWhenRecorded: false, likeness: {} }
  const all = Array.from({ length: variants }, (_, i) => ({ ...one, variantId: i + 1 }))
  const parts = [all.slice(0, 700), all.slice(700)].map((part) =>
    packHistory({ origin, variants: part, earliest: origin - 99 }),
  )
  return { origin, country: null, shopEvents: [], inBundles: [], parts }
}

it('a fit sends all forecasts in order, and waits while two parts are not stored', async () => {
  const { port1: own, port2: port } = new MessageChannel()
  const received: number[][] = []
  const parts = on(own, 'message')
  own.on('message', (part: FittedForecast[]) => received.push(part.map(({ variantId }) => variantId)))
  const fitted = fitShop({ history: getShop(1700), port })
  for (const stored of [0, 1, 2, 3]) {
    if (stored < 3) await parts.next()
    if (stored === 0) await parts.next()
    // The messages of one port arrive in order, so a further part would be here before this one's echo.
    await new Promise((resolve) => setImmediate(resolve))
    expect(received).toHaveLength(Math.min(stored + 2, 4))
    own.postMessage('stored')
  }
  expect(await fitted).toEqual({ demandDistribution: expect.stringMatching(/^\{/), found: [] })
  expect(received.map((part) => part.length)).toEqual([500, 500, 500, 200])
  expect(received.flat()).toEqual(Array.from({ length: 1700 }, (_, i) => i + 1))
  own.close()
})

it('the demand of the whole shop counts what was sold in bundles once', async () => {
  const days = Array.from({ length: 90 }, (_, i) => origin - 89 + i)
  const sold = (variantId: number, getUnits: (day: number) => number) => ({
    variantId,
    firstSeen: origin - 89,
    saleDays: days,
    units: days.map(getUnits),
    daysWithoutStock: [],
    stockKnownFrom: 0,
    wasEmptyWhenRecorded: false,
    likeness: {},
  })
  const bundles = (day: number) => 1 + (day % 3)
  const getTotal = async (inBundles: number) => {
    const { port1: own, port2: port } = new MessageChannel()
    own.on('message', () => own.postMessage('stored'))
    const variants = [sold(1, bundles), sold(2, (day) => 4 + (day % 2) + inBundles * bundles(day))]
    const parts = [packHistory({ origin, variants, earliest: origin - 99 })]
    const more = days.map((day) => ({ day, units: inBundles * bundles(day) }))
    const shop = { origin, country: null, shopEvents: [], inBundles: more, parts }
    const { demandDistribution } = await fitShop({ history: shop, port })
    own.close()
    return demandDistribution
  }
  expect(await getTotal(2)).toBe(await getTotal(0))
})
