import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { beginJourney } from '../../../../../bench/billing/journey.ts'
import { journeys } from '../../../../../bench/billing/journeys.ts'
import { standInAccount } from '../../../../../bench/billing/provider-account.ts'
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
