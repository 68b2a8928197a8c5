import { APIError } from 'better-auth/api'
import type { Kernel } from '../../../kernel.ts'
import { findMerchantNames, findMerchantOfUser } from '../queries.ts'

/** Refuses unless the merchant's own email, shop name or shop domain was typed, in whatever letter case. */
export async function assertNamed(
  kernel: Pick<Kernel, 'db'>,
  { userId, confirmation }: { userId: string; confirmation: string },
): Promise<void> {
  const merchantId = await findMerchantOfUser(kernel.db.directory, userId)
  if (merchantId === undefined) return
  const names = await kernel.db.withTenant(merchantId, (tx) => findMerchantNames(tx, merchantId))
  if (names === undefined) return
  const typed = plain(confirmation)
  const isNamed = [names.email, names.shop_name, names.shop_domain].some(
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
