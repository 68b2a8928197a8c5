// Runs the billing journeys with a test account at Stripe: STRIPE_SECRET_KEY=sk_test_… npm run -s test:stripe
import { beginJourney, journeys, testAccount } from '@stockcast/testkit/billing'
import { createTestKernel } from '../../apps/server/src/testing/index.ts'
import { fail } from '../launch/figures.ts'
import { withServices } from '../launch/services.ts'

const key = process.env.STRIPE_SECRET_KEY
if (!key) console.log('Skipped: STRIPE_SECRET_KEY is not set. Give the secret key of a Stripe test account.')
else if (!/^(sk|rk)_test_/.test(key)) fail('STRIPE_SECRET_KEY must be a test key: sk_test_… or rk_test_…')
else await runJourneys(key)

async function runJourneys(secretKey: string): Promise<void> {
  const account = await testAccount({
    mode: 'live',
    secretKey,
    webhookSecrets: ['whsec_not_used'],
    priceId: process.env.STRIPE_PRICE_ID ?? null,
    sandboxOrigin: null,
  })
  await withServices(async ({ databaseUrl }) => {
    const kernel = await createTestKernel({ database: { appUrl: databaseUrl } })
    for (const { title, run } of journeys)
      await beginJourney(kernel, account)
        .then(run)
        .then(
          () => console.log(`passed  ${title}`),
          (error: Error) => fail(`${title}\n${error.stack}`),
        )
    await kernel.close()
  })
}
