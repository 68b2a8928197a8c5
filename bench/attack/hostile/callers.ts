import type { Database } from '../../launch/database.ts'
import { type Account, fillAccount, openAccount } from '../account.ts'

export const kinds = ['nobody', 'demo visitor', 'unconfirmed merchant', 'confirmed merchant'] as const
type Kind = (typeof kinds)[number]

export interface Caller {
  kind: Kind
  /** Returns the headers of its session; a session that a request ended is replaced by one of a new account. */
  headers(): Promise<Record<string, string>>
}

export function createCaller(url: string, kind: Kind, database: Database): Caller {
  let account: Account | undefined
  return {
    kind,
    headers: async (): Promise<Record<string, string>> => {
      if (kind === 'nobody') return {}
      const known = await account?.headers()
      if (known) return known
      account = await openAccount(url, kind === 'demo visitor')
      if (kind === 'confirmed merchant')
        await database.rows('update auth_users set email_verified = true where email = $1', [account.email])
      if (kind !== 'demo visitor') await fillWithDraft(account)
      return (await account.headers())!
    },
  }
}

/** Gives the account the sample store, and a supplier with a draft. */
async function fillWithDraft(account: Account): Promise<void> {
  await fillAccount(account)
  const supplier = { name: 'Planted', email: 'planted@example.com', currency: 'EUR' }
  const made = await account.call('POST', '/api/suppliers', supplier)
  const { id } = (await made.json()) as { id: number }
  await account.call('POST', '/api/purchase-orders', { supplierId: id })
}
