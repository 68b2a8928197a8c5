import { defineSchedule } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type DemoUser, listDemoUsers } from '../auth/demo-queries.ts'
import type { Accounts } from '../create-accounts.ts'
import { hasVariant } from './queries.ts'
import { sampleProducts } from './sample-shop/products.ts'
import { seedSampleShop } from './sample-shop/seed-sample-shop.ts'
import { seedDemo } from './seed-demo.ts'

/**
 * Deletes the accounts of demo users who left, and shifts the sample of the others so that it ends yesterday.
 * Runs nightly.
 */
export const renewDemosTask = defineSchedule({
  name: 'renew-demos',
  cron: '37 3 * * *',
  retryLimit: 3,
})

export async function renewDemos(kernel: Kernel, accounts: Pick<Accounts, 'erase'>): Promise<void> {
  const demoUsers = await listDemoUsers(kernel.db.directory)
  const [left, here] = [
    demoUsers.filter((each) => !each.hasSession),
    demoUsers.filter((each) => each.hasSession),
  ]
  const failures = await eraseEach(kernel, accounts, left)
  for (const { merchantId } of here) await renew(kernel, merchantId)
  const deleted = left.length - failures.length
  kernel.log.info({ deleted, renewed: here.length }, 'demos renewed')
  if (failures.length > 0) {
    throw new AggregateError(failures, `demo accounts not deleted: ${failures.length}`)
  }
}

/** Deletes each account, and goes on when one cannot be deleted. Returns the failures. */
async function eraseEach(
  kernel: Kernel,
  accounts: Pick<Accounts, 'erase'>,
  demoUsers: readonly DemoUser[],
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const { userId, merchantId } of demoUsers) {
    try {
      await accounts.erase({ id: userId })
    } catch (error) {
      kernel.log.error({ err: error, merchantId }, 'could not delete a demo account')
      failures.push(error)
    }
  }
  return failures
}

/** Loads the sample that the demo user has again. Demo users who imported their own products keep them. */
async function renew(kernel: Kernel, merchantId: number): Promise<void> {
  try {
    const hasSampleShop = await kernel.db.withTenant(merchantId, (tx) =>
      hasVariant(tx, { merchantId, sku: sampleProducts[0]!.sku }),
    )
    await (hasSampleShop ? seedSampleShop : seedDemo)(kernel, merchantId)
  } catch (error) {
    kernel.log.warn({ err: error, merchantId }, 'could not renew the demo')
  }
}
