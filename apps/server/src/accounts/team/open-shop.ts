import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteSessions } from '../auth/session-queries.ts'
import { beginTrial, bindTrial } from '../billing/trial/trial-memory.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import {
  findHome,
  findMembership,
  findOpenShop,
  listMemberships,
  markShopOpened,
  setOpenShop,
  updateTrial,
} from './queries.ts'

type ShopKernel = Pick<Kernel, 'db' | 'clock' | 'config'>

/**
 * Returns the shop that a session has open, for its next access token. Somebody who belongs to no team any more has their own
 * account, whose trial begins now if none did before. A session that may open none of their shops ends: then it is undefined.
 */
export async function findOrBeginShop(
  kernel: ShopKernel,
  user: { id: string; email: string },
  sessionId: string,
): Promise<number | undefined> {
  const homeId = await ensureMerchant(kernel, user)
  const open = await findOpenShop(kernel.db.directory, { userId: user.id, sessionId })
  if (open !== undefined) return open
  if ((await listMemberships(kernel.db.directory, user.id)).length > 0) {
    await deleteSessions(kernel.db.directory, { userId: user.id, sessionId })
    return undefined
  }
  await beginOwnShop(kernel, { merchantId: homeId, email: user.email })
  return homeId
}

/** Opens another shop of the caller in this session. Opening their own for the first time begins its trial. */
export async function openShop(
  kernel: ShopKernel,
  caller: SignedIn,
  { merchantId }: { merchantId: number },
): Promise<{ merchantId: number }> {
  const { userId, sessionId, email } = caller
  const { directory } = kernel.db
  const home = await findHome(directory, userId)
  const isOwn = home?.merchantId === merchantId
  const membership = isOwn ? { mayOpen: true } : await findMembership(directory, { ...caller, merchantId })
  if (!membership) throw new AppError('forbidden', 'You do not belong to this shop.', { field: 'merchantId' })
  if (!membership.mayOpen)
    throw new AppError(
      'forbidden',
      'The owner of this shop signed you out of it. Sign out, then in again, to open it.',
      { field: 'merchantId' },
    )
  if (isOwn && home.isMemberOnly) await beginOwnShop(kernel, { merchantId, email })
  await setOpenShop(directory, { sessionId, userId, merchantId })
  return { merchantId }
}

async function beginOwnShop(
  kernel: ShopKernel,
  { merchantId, email }: { merchantId: number; email: string },
): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    if (!(await markShopOpened(tx, merchantId))) return
    await updateTrial(tx, { merchantId, ...(await beginTrial(kernel, tx, email.toLowerCase())) })
    await bindTrial(kernel, tx, merchantId)
  })
}
