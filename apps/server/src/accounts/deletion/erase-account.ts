import { setTimeout } from 'node:timers/promises'
import { APIError } from 'better-auth/api'
import type { MemberKey, Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { findMerchantOfUser } from '../queries.ts'
import { endMembership } from '../team/people.ts'
import { forgetAddress, holdMember, listMemberships } from '../team/queries.ts'
import { deleteUser, insertErasure } from './queries.ts'
import { LAST_SWEEP_AFTER_MS, sweepErasedAccountTask } from './sweep-erased-account.task.ts'

/** What a module does when an account ends. Every step is optional. */
export interface AccountEndings {
  /** Runs before anything is deleted: calls to other services, with a deadline. A failure is only logged. */
  leave?(merchantId: number): Promise<void>
  /**
   * Runs in the transaction that ends the account, while its rows still exist. A failure keeps the account.
   * Tasks queued here must carry what they need, because the rows may be gone when they run. The function it
   * returns runs after the commit.
   */
  onAccountDeleted?(tx: Tx, merchantId: number): Promise<undefined | (() => Promise<void>)>
}

/** A worker in the middle of a task may still write. By this time it has ended. */
const SWEEP_AFTER_SECONDS = LAST_SWEEP_AFTER_MS / 1000
const TRIES = 8
const PAUSE_MS = 25

type ErasingKernel = Pick<Kernel, 'clock' | 'db' | 'jobs' | 'live' | 'log'>

/**
 * Ends an account in one short transaction: user, sessions, queued tasks and the entry in the directory are
 * removed together or not at all. From then on nobody can use the account. A worker removes its rows in small
 * steps.
 */
export async function eraseAccount(
  kernel: ErasingKernel,
  endings: readonly AccountEndings[],
  user: { id: string },
): Promise<void> {
  const merchantId = await findMerchantOfUser(kernel.db.directory, user.id)
  if (merchantId === undefined) return
  await leaveTeams(kernel, user.id)
  for (const { leave } of endings) await attempt(kernel, merchantId, leave && (() => leave(merchantId)))
  const afterwards = await eraseAll(kernel, endings, { merchantId, userId: user.id })
  for (const step of afterwards) await attempt(kernel, merchantId, step)
}

/** Ends the user's memberships, with what is sent to them; what they did stays, without their address. */
async function leaveTeams(kernel: ErasingKernel, userId: string): Promise<void> {
  for (const merchantId of await listMemberships(kernel.db.directory, userId))
    await kernel.db.withTenant(merchantId, async (tx) => {
      const member = await holdMember(tx, { merchantId, userId })
      if (!member) return
      await endMembership({ ...kernel, merchantId, tx }, member)
      await forgetAddress(tx, { merchantId, email: member.email })
    })
}

/** Erases the account, and tries again when concurrent work locked the same rows in another order. */
async function eraseAll(
  kernel: ErasingKernel,
  endings: readonly AccountEndings[],
  { merchantId, userId }: MemberKey,
  triesLeft = TRIES,
): Promise<(undefined | (() => Promise<void>))[]> {
  try {
    return await kernel.db.withTenant(merchantId, async (tx) => {
      await kernel.jobs.forget(tx, merchantId)
      const steps: (undefined | (() => Promise<void>))[] = []
      for (const { onAccountDeleted } of endings) steps.push(await onAccountDeleted?.(tx, merchantId))
      await kernel.live.publish(tx, merchantId, { type: 'team' })
      await insertErasure(tx, { merchantId, userId, at: kernel.clock.now() })
      await deleteUser(tx, userId)
      await sendSweeps(kernel, tx, { merchantId, userId })
      return steps
    })
  } catch (error) {
    if (triesLeft <= 1 || !isCollision(error)) throw error
    kernel.log.warn({ err: error, merchantId }, 'retrying the deletion of an account')
    await setTimeout(PAUSE_MS * (TRIES - triesLeft + 1))
    return eraseAll(kernel, endings, { merchantId, userId }, triesLeft - 1)
  }
}

/** Queues a sweep for now, and one for what workers were still writing. */
async function sendSweeps({ jobs }: ErasingKernel, tx: Tx, erased: MemberKey): Promise<void> {
  await jobs.send(sweepErasedAccountTask, erased, { tx })
  await jobs.send(sweepErasedAccountTask, erased, { tx, delaySeconds: SWEEP_AFTER_SECONDS })
}

/** A deadlock, a row that another transaction wrote at the same moment, or a row whose parent was removed. */
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
    kernel.log.warn({ err: error, merchantId }, 'an optional step of deleting an account failed')
  }
}

/** Claims a code, so that a code that somebody else has seen cannot be used again (RFC 6238 §5.2). */
export async function assertNamed(
  kernel: Pick<Kernel, 'db'>,
  { userId, confirmation }: { userId: string; confirmation: string },
): Promise<void> {
  const merchantId = await findMerchantOfUser(kernel.db.directory, userId)
  if (merchantId === undefined) return
  const names = await kernel.db.withTenant(merchantId, (tx) => findShopFacts(tx, merchantId))
  if (names === undefined) return
  const typed = plain(confirmation)
  const isNamed = [names.email, names.shopName, names.shopDomain].some(
    (name) => name !== null && plain(name) === typed,
  )
  if (isNamed) return
  throw new APIError('BAD_REQUEST', {
    code: 'NOT_CONFIRMED',
    message: `To confirm, type ${names.email}. Nothing was deleted.`,
  })
}

function plain(text: string): string {
  return text.trim().toLowerCase()
}
