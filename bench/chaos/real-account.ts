// Runs the billing journeys with a test account at Stripe: STRIPE_SECRET_KEY=sk_test_… npm run -s test:stripe

import { beginJourney, journeys, testAccount } from '@stockcast/testkit/billing'
import type { Kernel } from '../../apps/server/src/kernel.ts'
import { withScratchKernel } from './scratch-database.ts'

const key = process.env.STRIPE_SECRET_KEY
if (!key) {
  console.log('Skipped: STRIPE_SECRET_KEY is not set. Give the secret key of a Stripe test account.')
} else if (!/^(sk|rk)_test_/.test(key)) {
  console.error('Refused: STRIPE_SECRET_KEY must be a test key, which begins with sk_test_ or rk_test_.')
  process.exitCode = 1
} else {
  await withScratchKernel((kernel) => runJourneys(kernel, key))
}

async function runJourneys(kernel: Kernel, secretKey: string): Promise<void> {
  const account = await testAccount({
    mode: 'live',
    secretKey,
    webhookSecrets: ['whsec_not_used'],
    priceId: process.env.STRIPE_PRICE_ID ?? null,
    sandboxOrigin: null,
  })
  for (const { title, run } of journeys) {
    await tryJourney(title, async () => run(await beginJourney(kernel, account)))
  }
}

async function tryJourney(title: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    console.log(`passed  ${title}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`FAILED  ${title}\n${(error as Error).stack}`)
  }
}
