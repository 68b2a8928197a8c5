import { createHash } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Config } from '../../kernel/config/config.ts'
import type { Secrets } from '../../kernel/config/secrets.ts'
import type { AppDatabase } from '../../kernel/database/app-database.ts'
import {
  type EncryptedText,
  findBareSecretText,
  listEncryptedTexts,
  replaceEncryptedText,
} from './secret-queries.ts'

export interface SecretKernel {
  config: Pick<Config, 'secrets'>
  db: Pick<AppDatabase, 'directory'>
}

/**
 * Gives each secret a version of its own, so that text encrypted with an unknown secret is refused by
 * version.
 */
export function authSecrets(secrets: Secrets): { version: number; value: string }[] {
  return secrets.map((value) => ({ version: secretNumber(value), value }))
}

/**
 * Returns the secret that decrypts what the auth library wrote before it recorded versions. All of that was
 * written with one secret, so any piece of it identifies the secret.
 */
export async function findBareSecret(kernel: SecretKernel): Promise<string> {
  const { secrets } = kernel.config
  const bare = await findBareSecretText(kernel.db.directory)
  if (bare === undefined) return secrets[0]
  for (const secret of secrets) {
    const isRight = await symmetricDecrypt({ key: secret, data: bare }).then(
      () => true,
      () => false,
    )
    if (isRight) return secret
  }
  return secrets[0]
}

/** Encrypts a text of the auth library again with the current secret; null when it already is. */
export async function encryptAnew(
  secrets: Secrets,
  bareSecret: string,
  text: string,
): Promise<string | null> {
  const versions = authSecrets(secrets)
  const key = {
    keys: new Map(versions.map(({ version, value }) => [version, value])),
    currentVersion: secretNumber(secrets[0]),
    legacySecret: bareSecret,
  }
  if (text.startsWith(`$ba$${key.currentVersion}$`)) return null
  return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: text }) })
}

/**
 * Encrypts keys of access tokens, seeds of authenticator apps and backup codes again with the current secret.
 * Returns how many it encrypted.
 */
export async function rotateSignInSecrets(kernel: SecretKernel): Promise<number> {
  const { directory } = kernel.db
  const bareSecret = await findBareSecret(kernel)
  let rotated = 0
  for (const found of await listEncryptedTexts(directory)) {
    const renewed = await encryptAnew(kernel.config.secrets, bareSecret, getPlain(found))
    if (renewed !== null && (await replaceEncryptedText(directory, found, storedAs(found, renewed))))
      rotated++
  }
  return rotated
}

// The library writes a private key as JSON.
function getPlain({ column, text }: EncryptedText): string {
  return column === 'private_key' ? String(JSON.parse(text)) : text
}

function storedAs({ column }: EncryptedText, text: string): string {
  return column === 'private_key' ? JSON.stringify(text) : text
}

const DIGITS_HEX = 12

/**
 * Identifies a secret without revealing it: the same number wherever it is configured, current or previous.
 */
function secretNumber(secret: string): number {
  return Number.parseInt(
    createHash('sha256').update('number of ').update(secret).digest('hex').slice(0, DIGITS_HEX),
    16,
  )
}
