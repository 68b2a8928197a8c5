import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type LaneKey, type OpenDelivery, sealContent } from '../delivery.ts'
import type { Content } from '../messages/content.ts'
import { markSending } from './attempt-queries.ts'

export type Step =
  | { kind: 'rest'; until: Date | null }
  | { kind: 'again' }
  | { kind: 'send'; target: string | null; attempt: Attempt }

/** A try, as recorded before the provider is called. */
export interface Attempt {
  deliveryId: number
  kind: OpenDelivery['kind']
  number: number
  messageKey: string
  content: Content
  /** When the first try with the same content began that may have reached the provider; null if there is none. */
  repeats: Date | null
  giveUpAt: Date
}

interface Place {
  context: Pick<Kernel, 'config' | 'live'>
  tx: Tx
  key: LaneKey
  now: Date
}

/** Records a try. `kept` is the content that a repeated try sends again; null stores none. */
export async function beginTry(
  { context, tx, key, now }: Place,
  open: OpenDelivery,
  message: {
    target: string | null
    content: Content
    kept: Content | null
    news: { summary: string | null; alerts: number; leftOut: number } | null
    repeats?: Date | null
  },
): Promise<Step> {
  const { merchantId } = key
  const { target, content, kept, news, repeats = null } = message
  const number = open.attempts + 1
  const sealedContent = kept && (await sealContent(context.config.secrets, tx, merchantId, kept))
  await markSending(
    tx,
    { merchantId, deliveryId: open.id },
    { at: now, attempts: number, sealedContent, news },
  )
  await context.live.publish(tx, merchantId, { type: 'deliveries' })
  const { kind, messageKey, giveUpAt, id: deliveryId } = open
  return {
    kind: 'send',
    target,
    attempt: { deliveryId, kind, number, messageKey, content, repeats, giveUpAt },
  }
}
