import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { emptyShop } from './empty-shop.ts'
import { failRunningSync, findConnection, updateConnection } from './queries.ts'

const REPLACED = 'You replaced this store with another one. Connect a store to go on.'

/**
 * Deletes most data of a former shop, in small steps, before the new one is connected. The former shop is
 * disconnected first, so that nothing more of it is written and a kill between two steps leaves only its
 * remaining data. Whichever store is connected next, even the same one, starts empty. Awaits `onStep` before
 * each step.
 */
export async function removeFormerShop(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  merchantId: number,
  next: { shopGid: string; onStep: () => Promise<void> },
): Promise<void> {
  const isOther = await kernel.db.withTenant(merchantId, async (tx) => {
    const former = await findConnection(tx, merchantId, 'for update')
    if (former?.shopGid === next.shopGid) return false
    if (!former) return true
    const noTokens = { accessToken: null, accessExpiresAt: null, refreshToken: null, refreshExpiresAt: null }
    const ended = { shopGid: '', status: 'disconnected', message: REPLACED, renewal: null } as const
    await updateConnection(tx, merchantId, { ...former, ...noTokens, ...ended })
    await failRunningSync(tx, { merchantId, at: kernel.clock.now(), message: REPLACED })
    return true
  })
  if (!isOther) return
  const isMeant = async (tx: Tx) => {
    await next.onStep()
    return ((await findConnection(tx, merchantId, 'for share'))?.shopGid ?? '') === ''
  }
  await emptyShop(kernel, { merchantId, isMeant })
}
