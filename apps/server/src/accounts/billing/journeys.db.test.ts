import { beginJourney, fakeAccount, journeys } from '@stockcast/testkit/billing'
import { describe, it } from 'vitest'
import { withTestKernel } from '../../testing/index.ts'

const kernel = withTestKernel()

// docs/billing.md says how to run the same journeys with a test account of the provider.
describe('journeys with the fake provider', () => {
  for (const { title, run } of journeys) {
    it(`${title}`, async () => run(await beginJourney(kernel, fakeAccount(kernel.config.stripe))))
  }
})
