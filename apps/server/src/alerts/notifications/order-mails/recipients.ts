import type { Context } from '../../../kernel/verb-context.ts'
import { contactHash } from '../channels/contact-hash.ts'
import { findPause, listRecipients } from './queries.ts'

type RecipientContext = Context<'config'>

export function recipientHash({ config, tx }: Pick<RecipientContext, 'config' | 'tx'>, address: string) {
  return contactHash(config, tx, { channel: 'order-email', target: address })
}

/** Returns those of these addresses whose owners stopped the merchant's orders by mail. */
export async function findStopped(
  context: RecipientContext,
  { addresses }: { addresses: readonly string[] },
): Promise<Set<string>> {
  const { merchantId, tx } = context
  const hashes = new Map<string, string>()
  for (const address of addresses) hashes.set(address, await recipientHash(context, address))
  const known = await listRecipients(tx, { merchantId, hashes: [...hashes.values()] })
  const stopped = new Set(known.filter(({ isStopped }) => isStopped).map(({ hash }) => hash))
  return new Set(addresses.filter((address) => stopped.has(hashes.get(address)!)))
}

/** Returns whether a mail that waits to be sent may no longer be. */
export async function isUnwanted(context: RecipientContext, address: string): Promise<boolean> {
  if (await areOrderMailsPaused(context)) return true
  return (await findStopped(context, { addresses: [address] })).has(address)
}

/** Returns whether no order of the merchant is mailed until the operator has looked at the reports. */
export async function areOrderMailsPaused({ merchantId, tx }: Context): Promise<boolean> {
  return (await findPause(tx, merchantId)) !== null
}
