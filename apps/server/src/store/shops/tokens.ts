import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { openSecretBox } from '../../kernel/secrets/secret-box.ts'
import type { Connection } from './queries.ts'

const ACCESS = 'shop_connections.access_token'
const REFRESH = 'shop_connections.refresh_token'

export interface Tokens {
  accessToken: string
  accessExpiresAt: Date | null
  refreshToken: string | null
  refreshExpiresAt: Date | null
}

/** Encrypts the tokens so that they can be decrypted only as this merchant's. */
export async function sealTokens(
  kernel: Pick<Kernel, 'config'>,
  tx: Tx,
  merchantId: number,
  tokens: Tokens,
): Promise<Tokens> {
  const box = await openSecretBox(tx, kernel.config.secrets, merchantId)
  return {
    accessToken: box.seal(ACCESS, tokens.accessToken),
    accessExpiresAt: tokens.accessExpiresAt,
    refreshToken: tokens.refreshToken === null ? null : box.seal(REFRESH, tokens.refreshToken),
    refreshExpiresAt: tokens.refreshExpiresAt,
  }
}

/** Returns the decrypted tokens, null when they were deleted. */
export async function openTokens(
  kernel: { config: Pick<Kernel['config'], 'secrets'> },
  tx: Tx,
  merchantId: number,
  connection: Pick<Connection, keyof Tokens>,
): Promise<Tokens | null> {
  if (connection.accessToken === null) return null
  const box = await openSecretBox(tx, kernel.config.secrets, merchantId)
  return {
    accessToken: box.open(ACCESS, connection.accessToken),
    accessExpiresAt: connection.accessExpiresAt,
    refreshToken: connection.refreshToken === null ? null : box.open(REFRESH, connection.refreshToken),
    refreshExpiresAt: connection.refreshExpiresAt,
  }
}
