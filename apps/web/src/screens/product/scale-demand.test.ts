import { decodeLaw, demandQuantile, meanDemand } from '@stockcast/forecasting/decisions'
import { expect, it } from 'vitest'
import { encodedLaw } from '../../testing/stock-fixtures.ts'
import { scaleDemand } from './scale-demand.ts'

const law = decodeLaw(encodedLaw)

it('scales the mean, and leaves the law as it is at factor 1', () => {
  expect(meanDemand(scaleDemand(law, 1.5), 14)).toBeCloseTo(1.5 * meanDemand(law, 14), 9)
  expect(scaleDemand(law, 1)).toBe(law)
})

it('more demand moves every quantile up', () => {
  for (const probability of [0.1, 0.5, 0.9]) {
    expect(demandQuantile(scaleDemand(law, 1.5), 14, probability)).toBeGreaterThan(
      demandQuantile(law, 14, probability),
    )
  }
})

it('scaling forth and back gives the same law', () => {
  const back = scaleDemand(scaleDemand(law, 0.5), 2)
  expect(back.cumulativeMean[89]).toBeCloseTo(law.cumulativeMean[89]!, 9)
  expect(back.dispersion[89]).toBeCloseTo(law.dispersion[89]!, 9)
})

it('refuses a factor that is not above zero', () => {
  expect(() => scaleDemand(law, 0)).toThrow(RangeError)
})
