import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { beginJourney, fakeAccount, journeys } from '@stockcast/testkit/billing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../../testing/index.ts'

let database: TestDatabase
let kernel: TestKernel

beforeAll(async () => {
  database = await createTestDatabase()
  kernel = await createTestKernel({ database })
})

afterAll(async () => {
  await kernel?.close()
  await database?.drop()
})

// docs/billing.md says how to run the same journeys with a test account of the provider.
describe('journeys with the fake provider', () => {
  for (const { title, run } of journeys) {
    it(`${title}`, async () => run(await beginJourney(kernel, fakeAccount(kernel.config.stripe))))
  }
})
