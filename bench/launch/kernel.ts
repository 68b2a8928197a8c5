import { randomUUID } from 'node:crypto'
import { ensureMerchant } from '../../apps/server/src/accounts/merchants/ensure-merchant.ts'
import { setDue } from '../../apps/server/src/kernel/due/queries.ts'
import { createTestKernel, type TestKernel } from '../../apps/server/src/testing/test-kernel.ts'
import { BENCH_SECRET, type Services } from './services.ts'

/** Opens the server's own parts on the database of the services, to be closed before these stop. */
export function openKernel({ databaseUrl, databaseFolder }: Services): Promise<TestKernel> {
  return createTestKernel({
    database: { appUrl: databaseUrl },
    now: new Date().toISOString(),
    realJobs: true,
    env: { DATA_DIR: databaseFolder, STOCKCAST_SECRET: BENCH_SECRET },
  })
}

/** Adds merchants without a session, and returns their ids. */
export async function addMerchants(kernel: TestKernel, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const id = randomUUID()
    ids.push(await ensureMerchant(kernel, { id, email: `${id}@example.com` }))
  }
  return ids
}

export async function makeForecastDue({ db, clock }: TestKernel, merchantId: number): Promise<void> {
  await db.withTenant(merchantId, (tx) => setDue(tx, { kind: 'forecast', merchantId, dueAt: clock.now() }))
}
