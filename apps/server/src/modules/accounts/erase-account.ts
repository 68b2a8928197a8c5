import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteUser, eraseMerchant, findMerchantOfUser } from './queries.ts'
import { sweepErasedAccount } from './task-definitions.ts'

/** What a part of the product does when an account ends. Every step may be left out. */
export interface AccountEndings {
  /** Before anything is deleted: calls to others, at best effort and with a deadline. A failure is logged only. */
  leave?(merchantId: number): Promise<void>
  /**
   * In the transaction that deletes the account, while its rows still stand; a failure keeps the account. Work sent here
   * must bring what it needs with it: the rows are gone when it runs. What comes back runs after the commit.
   */
  onAccountDeleted?(tx: Tx, merchantId: number): Promise<undefined | (() => Promise<void>)>
}

/** A worker in the middle of a task may still write; then it is over. */
const SWEEP_AFTER_SECONDS = 30 * 60

type ErasingKernel = Pick<Kernel, 'db' | 'jobs' | 'log'>

/** Deletes the user, the merchant and all that is theirs, in one transaction: all of it or nothing. */
export async function eraseAccount(
  kernel: ErasingKernel,
  endings: readonly AccountEndings[],
  user: { id: string },
): Promise<void> {
  const merchantId = await findMerchantOfUser(kernel.db.directory, user.id)
  if (merchantId === undefined) return
  for (const { leave } of endings) await attempt(kernel, merchantId, leave && (() => leave(merchantId)))
  const afterwards = await kernel.db.withTenant(merchantId, async (tx) => {
    await kernel.jobs.forget(tx, merchantId)
    const steps: (undefined | (() => Promise<void>))[] = []
    for (const { onAccountDeleted } of endings) steps.push(await onAccountDeleted?.(tx, merchantId))
    await eraseMerchant(tx, merchantId)
    await deleteUser(tx, user.id)
    const sweep = { merchantId, userId: user.id }
    await kernel.jobs.send(sweepErasedAccount, sweep, { tx, delaySeconds: SWEEP_AFTER_SECONDS })
    return steps
  })
  for (const step of afterwards) await attempt(kernel, merchantId, step)
}

async function attempt(
  kernel: ErasingKernel,
  merchantId: number,
  step: undefined | (() => Promise<void>),
): Promise<void> {
  try {
    await step?.()
  } catch (error) {
    kernel.log.warn({ err: error, merchantId }, 'a step at the end of an account')
  }
}
