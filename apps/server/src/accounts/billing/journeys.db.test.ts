import { beginJourney, fakeAccount, journeys, runSequence } from '@stockcast/testkit/billing'
import { describe, expect, it } from 'vitest'
import { withTestKernel } from '../../testing/index.ts'

const kernel = withTestKernel()

// docs/billing.md says how to run the same journeys with a test account of the provider.
describe('journeys with the fake provider', () => {
  for (const { title, run } of journeys) {
    it(`${title}`, async () => run(await beginJourney(kernel, fakeAccount(kernel.config.stripe))))
  }
})

const SEQUENCES = 24
const AT_ONCE = 4

it('X-05 one reconciliation gives the provider’s status after any events and kills', async () => {
  const faults: string[] = []
  for (let seed = 1; seed <= SEQUENCES; seed += AT_ONCE) {
    const seeds = Array.from({ length: AT_ONCE }, (_, i) => seed + i)
    const results = await Promise.all(seeds.map((each) => runSequence(kernel, each)))
    faults.push(...results.flatMap((result) => result.faults))
  }
  expect(faults).toEqual([])
})
