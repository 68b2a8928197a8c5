import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM under `key` (32 bytes). `place` is authenticated but not stored, so an envelope
 * can be decrypted only where it belongs. Form: `v1.<key id>.<base64url of iv, ciphertext and tag>`.
 */
export function seal(args: { key: Buffer; keyId: string; place: string; plain: Buffer }): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', args.key, iv)
  cipher.setAAD(Buffer.from(args.place))
  const sealed = Buffer.concat([iv, cipher.update(args.plain), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${args.keyId}.${sealed.toString('base64url')}`
}

/** Returns the id of the key with which an envelope was encrypted. */
export function getKeyId(envelope: string): string {
  const [version, keyId, body, ...rest] = envelope.split('.')
  if (version !== VERSION || !keyId || !body || rest.length > 0) throw broken('unknown form')
  return keyId
}

export function open(args: { key: Buffer; place: string; envelope: string }): Buffer {
  getKeyId(args.envelope)
  const sealed = Buffer.from(args.envelope.split('.')[2] ?? '', 'base64url')
  if (sealed.length < IV_BYTES + TAG_BYTES) throw broken('too short')
  const decipher = createDecipheriv('aes-256-gcm', args.key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(args.place))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw broken('does not authenticate', cause)
  }
}

function broken(detail: string, cause?: unknown): AppError {
  return new AppError('internal', 'A stored secret cannot be read.', { detail, cause })
}
