import { test } from '@playwright/test'
import { type Merchant, preparations } from '../steps/kinds-of-merchants.ts'
import { sessionFile } from './places.ts'

const STORE_NAME = 'northfold-pictures'

for (const [merchant, prepare] of Object.entries(preparations)) {
  test(merchant, async ({ context }) => {
    await prepare(context.request, STORE_NAME)
    await context.storageState({ path: sessionFile(merchant as Merchant) })
  })
}
