import type { Secrets } from '../../../config.ts'
import type { Tx } from '../../../database/app-database.ts'
import { openSecretBox } from '../../../secrets/secret-box.ts'
import { type Content, contentSchema } from '../messages/content.ts'

const COLUMN = 'deliveries.sealed_content'

/** Encrypts a content: it may have a link that acts or signs in, so no row stores one in plain text. */
export async function sealContent(
  secrets: Secrets,
  tx: Tx,
  merchantId: number,
  content: Content,
): Promise<string> {
  const box = await openSecretBox(tx, secrets, merchantId)
  return box.seal(COLUMN, JSON.stringify(content))
}

export async function openContent(
  secrets: Secrets,
  tx: Tx,
  merchantId: number,
  envelope: string,
): Promise<Content> {
  const box = await openSecretBox(tx, secrets, merchantId)
  return contentSchema.parse(JSON.parse(box.open(COLUMN, envelope)))
}
