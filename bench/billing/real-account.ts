// The journeys of billing with a test account of Stripe's: STRIPE_SECRET_KEY=sk_test_… npm run -s test:stripe
import path from 'node:path'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { createTestKernel } from '../../apps/server/src/testing/index.ts'
import { databaseUrl } from '../../tools/postgres/address.ts'
import { APP, createRolesAndDatabase, OWNER } from '../../tools/postgres/roles.ts'
import { makeScratchFolder } from '../../tools/postgres/scratch-folder.ts'
import { startPostgres } from '../../tools/postgres/server.ts'
import { throwawaySettings } from '../../tools/postgres/settings.ts'
import { beginJourney } from './journey.ts'
import { journeys } from './journeys.ts'
import { testAccount } from './provider-account.ts'

const key = process.env.STRIPE_SECRET_KEY
if (!key) {
  console.log('Skipped: STRIPE_SECRET_KEY is not set. Give the secret key of a Stripe test account.')
} else if (!/^(sk|rk)_test_/.test(key)) {
  console.error('Refused: STRIPE_SECRET_KEY must be a test key, which begins with sk_test_ or rk_test_.')
  process.exitCode = 1
} else {
  await run(key)
}

async function run(secretKey: string): Promise<void> {
  const server = await startPostgres({
    dataDir: path.join(makeScratchFolder(), 'postgres'),
    logFile: path.join(makeScratchFolder(), 'postgres.log'),
    settings: throwawaySettings,
  })
  try {
    await createRolesAndDatabase(server.address, 'journeys')
    await migrate(databaseUrl(server.address, OWNER, 'journeys'))
    const kernel = await createTestKernel({
      database: { appUrl: databaseUrl(server.address, APP, 'journeys') },
    })
    const priceId = process.env.STRIPE_PRICE_ID ?? null
    const account = await testAccount({
      mode: 'live',
      secretKey,
      webhookSecret: 'whsec_not_used',
      priceId,
      sandboxOrigin: null,
    })
    for (const { title, run } of journeys)
      await tryJourney(title, async () => run(await beginJourney(kernel, account)))
    await kernel.close()
  } finally {
    await server.stop()
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
