import { encryptAnew, findBareSecret, type SecretKernel } from './auth-secrets.ts'
import { type EncryptedText, listEncryptedTexts, replaceEncryptedText } from './secret-queries.ts'

/**
 * Encrypts keys of access tokens, seeds of authenticator apps and backup codes anew under the current secret. Returns
 * how many it encrypted.
 */
export async function rotateSignInSecrets(kernel: SecretKernel): Promise<number> {
  const { directory } = kernel.db
  const bareSecret = await findBareSecret(kernel)
  let rotated = 0
  for (const found of await listEncryptedTexts(directory)) {
    const renewed = await encryptAnew(kernel.config.secrets, bareSecret, plainOf(found))
    if (renewed !== null && (await replaceEncryptedText(directory, found, storedAs(found, renewed))))
      rotated++
  }
  return rotated
}

// The library writes a private key as JSON.
function plainOf({ column, text }: EncryptedText): string {
  return column === 'private_key' ? String(JSON.parse(text)) : text
}

function storedAs({ column }: EncryptedText, text: string): string {
  return column === 'private_key' ? JSON.stringify(text) : text
}
