import { setTimeout } from 'node:timers/promises'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteUser, eraseMerchant, findMerchantOfUser, lockMerchant } from './queries.ts'
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
const TRIES = 8
const PAUSE_MS = 25

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
  const afterwards = await eraseAll(kernel, endings, { merchantId, userId: user.id })
  for (const step of afterwards) await attempt(kernel, merchantId, step)
}

/**
 * Workers that write for the merchant lock rows in an order of their own: who loses against them tries again. Waiting first
 * for those that hold the merchant's row, while nothing else is held, spares most of these tries.
 */
async function eraseAll(
  kernel: ErasingKernel,
  endings: readonly AccountEndings[],
  { merchantId, userId }: { merchantId: number; userId: string },
  triesLeft = TRIES,
): Promise<(undefined | (() => Promise<void>))[]> {
  try {
    return await kernel.db.withTenant(merchantId, async (tx) => {
      await lockMerchant(tx, merchantId)
      await kernel.jobs.forget(tx, merchantId)
      const steps: (undefined | (() => Promise<void>))[] = []
      for (const { onAccountDeleted } of endings) steps.push(await onAccountDeleted?.(tx, merchantId))
      await eraseMerchant(tx, merchantId)
      await deleteUser(tx, userId)
      const sweep = { merchantId, userId }
      await kernel.jobs.send(sweepErasedAccount, sweep, { tx, delaySeconds: SWEEP_AFTER_SECONDS })
      return steps
    })
  } catch (error) {
    if (triesLeft <= 1 || !isCollision(error)) throw error
    kernel.log.warn({ err: error, merchantId }, 'an account is deleted once more')
    await setTimeout(PAUSE_MS * (TRIES - triesLeft + 1))
    return eraseAll(kernel, endings, { merchantId, userId }, triesLeft - 1)
  }
}

/** A deadlock, a row that another wrote at the same moment, or one that came after its parent was gone. */
const collisions = new Set(['40P01', '40001', '23503'])

function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && collisions.has(String(error.code))
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
