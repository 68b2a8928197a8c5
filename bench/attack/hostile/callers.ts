import type { Database } from '../../launch/database.ts'
import { fillWithSample, type Merchant, newAddress, signUp } from '../../launch/merchant.ts'

export const kinds = ['nobody', 'demo visitor', 'unconfirmed merchant', 'confirmed merchant'] as const
type Kind = (typeof kinds)[number]

export type Caller = ReturnType<typeof createCaller>

export function createCaller(url: string, kind: Kind, database: Database) {
  let account: Merchant | undefined
  const getSession = async () => {
    if (kind === 'nobody') return {}
    const known = await account?.headers().catch(() => undefined)
    if (known) return known
    account = await signUp(url, kind === 'demo visitor')
    if (kind === 'confirmed merchant')
      await database.rows('update auth_users set email_verified = true where email = $1', [account.email])
    if (kind !== 'demo visitor') await fillWithDraft(account)
    return account.headers()
  }
  /** Returns the headers of its session; a session that a request ended is replaced by one of a new account. */
  const headers = async () => ({ ...newAddress(), ...(await getSession()) })
  return { kind, headers }
}

async function fillWithDraft(account: Merchant): Promise<void> {
  await fillWithSample(account)
  const supplier = { name: 'Planted', email: 'planted@example.com', currency: 'EUR' }
  const { id } = await account.post<{ id: number }>('/api/suppliers', supplier)
  await account.post('/api/purchase-orders', { supplierId: id })
}
