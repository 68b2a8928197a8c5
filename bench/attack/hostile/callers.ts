import type { Database } from '../../launch/database.ts'
import { fillWithSample, type Merchant, signUp } from '../../launch/merchant.ts'

export const kinds = ['nobody', 'demo visitor', 'unconfirmed merchant', 'confirmed merchant'] as const
type Kind = (typeof kinds)[number]

export interface Caller {
  kind: Kind
  /** Returns the headers of its session; a session that a request ended is replaced by one of a new account. */
  headers(): Promise<Record<string, string>>
}

export function createCaller(url: string, kind: Kind, database: Database): Caller {
  let account: Merchant | undefined
  return {
    kind,
    headers: async (): Promise<Record<string, string>> => {
      if (kind === 'nobody') return {}
      const known = await account?.headers().catch(() => undefined)
      if (known) return known
      account = await signUp(url, kind === 'demo visitor')
      if (kind === 'confirmed merchant')
        await database.rows('update auth_users set email_verified = true where email = $1', [account.email])
      if (kind !== 'demo visitor') await fillWithDraft(account)
      return account.headers()
    },
  }
}

async function fillWithDraft(account: Merchant): Promise<void> {
  await fillWithSample(account)
  const supplier = { name: 'Planted', email: 'planted@example.com', currency: 'EUR' }
  const { id } = await account.post<{ id: number }>('/api/suppliers', supplier)
  await account.post('/api/purchase-orders', { supplierId: id })
}
