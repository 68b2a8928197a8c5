import { openContent } from '../alerts/notifications/delivery.ts'
import type { Tx } from '../kernel/database/app-database.ts'
import type { Kernel } from '../kernel/kernel.ts'

export interface QueuedTestMail {
  kind: string
  subject: string
  text: string
  /** An address other than the account's. */
  to: string | undefined
}

/** Returns the mails about a merchant's account and plan that are in the outbox, oldest first. */
export async function getQueuedMails(
  kernel: Pick<Kernel, 'config' | 'db'>,
  merchantId: number,
): Promise<QueuedTestMail[]> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const rows = await tx
      .selectFrom('deliveries')
      .select(['kind', 'sealed_content'])
      .where('merchant_id', '=', merchantId)
      .where('kind', 'in', ['account', 'billing'])
      .orderBy('id')
      .execute()
    const mails = rows.map(async ({ kind, sealed_content: sealed }) => ({
      kind,
      ...(await getMail(kernel, tx, merchantId, sealed)),
    }))
    return Promise.all(mails)
  })
}

async function getMail(kernel: Pick<Kernel, 'config'>, tx: Tx, merchantId: number, sealed: string | null) {
  const content = sealed === null ? null : await openContent(kernel.config.secrets, tx, merchantId, sealed)
  if (content?.channel !== 'email') throw new Error('a mail in the outbox has no content')
  return { subject: content.subject, text: content.text, to: content.to }
}

/** Returns the mails to one address, whichever account they are about. */
export async function queuedMailsTo(
  kernel: Pick<Kernel, 'config' | 'db'>,
  email: string,
): Promise<QueuedTestMail[]> {
  const merchants = await kernel.db.directory
    .selectFrom('merchant_directory')
    .select(['merchant_id', 'email'])
    .orderBy('merchant_id')
    .execute()
  const mails = merchants.map(async ({ merchant_id: merchantId, email: own }) =>
    (await getQueuedMails(kernel, merchantId)).filter(({ to = own }) => to === email),
  )
  return (await Promise.all(mails)).flat()
}
