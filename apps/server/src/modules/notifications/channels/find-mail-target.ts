import type { Context } from '../../../verb-context.ts'
import { isReady } from './channel.ts'
import { listChannels } from './queries.ts'

/** Returns the address that takes alerts by mail; null while these are off. */
export async function findMailTarget({ merchantId, tx }: Context): Promise<string | null> {
  const channels = await listChannels(tx, merchantId)
  const mail = channels.find(({ name }) => name === 'email')
  return mail && isReady(mail, null) ? mail.target : null
}
