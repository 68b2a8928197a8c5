import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { expect, it } from 'vitest'
import { demandQuantile } from '../decisions/index.ts'
import { forecastShop } from '../forecast-shop.ts'

const ORIGIN = 20_757
const DAYS = 400
const AHEAD = 14
const PRODUCTS = 120
const FUTURES = 200
const LEVEL = 0.95

const random = randomNumbers(7)

function poisson(mean: number): number {
  let units = 0
  for (let product = random(); product > Math.exp(-mean); product *= random()) units++
  return units
}

/** Sold by itself, and as two of a bundle: half of the mean each. */
const draw = (mean: number) => {
  const own = poisson(mean / 2)
  return { own, all: own + 2 * poisson(mean / 4) }
}

it('a part that is half sold in bundles is in stock as often as required, and far less often if bundles are left out', () => {
  const means = Array.from({ length: PRODUCTS }, (_, i) => 2 + (i % 7))
  const histories = means.map((mean) => Array.from({ length: DAYS }, () => draw(mean)))
  const getService = (pick: (day: { own: number; all: number }) => number) => {
    const series = histories.map((history, i) => ({
      id: String(i),
      firstDay: ORIGIN - DAYS + 1,
      unitsSold: Float64Array.from(history, pick),
    }))
    const levels = forecastShop({ origin: ORIGIN, series }).map(({ distribution }) =>
      demandQuantile(distribution, AHEAD, LEVEL),
    )
    let met = 0
    for (const [i, mean] of means.entries())
      for (let future = 0; future < FUTURES; future++) {
        let wanted = 0
        for (let day = 0; day < AHEAD; day++) wanted += draw(mean).all
        if (wanted <= levels[i]!) met++
      }
    return met / (PRODUCTS * FUTURES)
  }
  const counted = getService(({ all }) => all)
  const leftOut = getService(({ own }) => own)
  process.stdout.write(
    `service at ${LEVEL}: ${counted.toFixed(3)}; bundles left out: ${leftOut.toFixed(3)}\n`,
  )
  expect(Math.abs(counted - LEVEL)).toBeLessThanOrEqual(0.03)
  expect(leftOut).toBeLessThan(0.5)
}, 60_000)
