import { SLACK_WEBHOOK_PREFIX } from '@stockcast/contract'
import type { Config } from '../../../kernel/config/config.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { openSecretBox } from '../../../kernel/secrets/secret-box.ts'

const COLUMN = 'notification_channels.target'
const SHOWN = 4

/** Encrypts the address of a Slack webhook, which is a secret: whoever has it can post. */
export async function sealWebhookUrl(
  config: Pick<Config, 'secrets'>,
  tx: Tx,
  merchantId: number,
  url: string,
): Promise<string> {
  const box = await openSecretBox(tx, config.secrets, merchantId)
  return box.seal(COLUMN, url)
}

export async function openWebhookUrl(
  config: Pick<Config, 'secrets'>,
  tx: Tx,
  merchantId: number,
  envelope: string,
): Promise<string> {
  const box = await openSecretBox(tx, config.secrets, merchantId)
  return box.open(COLUMN, envelope)
}

/** Shows enough of a webhook's address to tell two apart, and too little to use one. */
export function maskWebhookUrl(url: string): string {
  return `${SLACK_WEBHOOK_PREFIX}…${url.slice(-SHOWN)}`
}
