import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { beginJourney, journeys, standInAccount } from '@stockcast/testkit/billing'
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

// The same run with a test account of the provider itself: see docs/billing.md.
describe('journeys at the stand-in', () => {
  for (const { title, run } of journeys) {
    it(`${title}`, async () => run(await beginJourney(kernel, standInAccount(kernel.config.stripe))))
  }
})
