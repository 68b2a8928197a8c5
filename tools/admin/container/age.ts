import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { Problem } from '../../problem.ts'
import { ByteReader } from './byte-reader.ts'

// The age format, version 1, with a passphrase: https://c2sp.org/age
const VERSION = 'age-encryption.org/v1'
const SCRYPT_LABEL = `${VERSION}/scrypt`
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const LONGEST_LINE = 200
/** The tool `age` uses the same: 2^18 rounds of scrypt, about a second and 256 MB. */
const WORK_FACTOR = 18
const MOST_WORK_FACTOR = 20

/** Encrypts a stream as a file that `age --decrypt` opens with the same passphrase. */
export async function* encryptAge(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = WORK_FACTOR,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(16)
  const salt = randomBytes(16)
  const wrapped = sealChunk(passphraseKey(passphrase, salt, workFactor), Buffer.alloc(12), fileKey)
  const stanza = `-> scrypt ${unpadded(salt)} ${workFactor}\n${unpadded(wrapped)}\n`
  const header = `${VERSION}\n${stanza}---`
  const nonce = randomBytes(16)
  yield Buffer.from(`${header} ${unpadded(headerMac(fileKey, header))}\n`)
  yield nonce
  const key = derive(fileKey, nonce, 'payload')
  const reader = new ByteReader(plain)
  for (let number = 0, isLast = false; !isLast; number++) {
    const chunk = await reader.read(CHUNK_BYTES)
    isLast = await reader.isAtEnd()
    yield sealChunk(key, chunkNonce(number, isLast), chunk)
  }
}

/** Decrypts what `encryptAge` or the tool `age` encrypted with a passphrase; a changed or cut file is refused. */
export async function* decryptAge(
  sealed: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(sealed)
  const fileKey = await readHeader(reader, passphrase)
  const key = derive(fileKey, await reader.read(16), 'payload')
  for (let number = 0, isLast = false; !isLast; number++) {
    const chunk = await reader.read(CHUNK_BYTES + TAG_BYTES)
    isLast = await reader.isAtEnd()
    const plain = openChunk(key, chunkNonce(number, isLast), chunk)
    if (plain === undefined) throw new Problem('The backup is damaged or cut off: use another copy of it.')
    yield plain
  }
}

/** Returns whether a file that begins with these bytes is encrypted. */
export function isAge(start: Buffer): boolean {
  return start.subarray(0, VERSION.length).toString('latin1') === VERSION
}

async function readHeader(reader: ByteReader, passphrase: string): Promise<Buffer> {
  const version = await reader.readLine(LONGEST_LINE)
  const recipient = await reader.readLine(LONGEST_LINE)
  const wrapped = await reader.readLine(LONGEST_LINE)
  const [, salt, factor] = /^-> scrypt (\S+) (\d{1,2})$/.exec(recipient) ?? []
  if (version !== VERSION || salt === undefined || Number(factor) > MOST_WORK_FACTOR) {
    throw new Problem(
      'The file is encrypted in a way that this program does not read: decrypt it with `age`, then restore it.',
    )
  }
  const key = passphraseKey(passphrase, Buffer.from(salt, 'base64'), Number(factor))
  const fileKey = openChunk(key, Buffer.alloc(12), Buffer.from(wrapped, 'base64'))
  if (fileKey === undefined)
    throw new Problem('The passphrase is not the one with which the backup was encrypted.')
  const header = `${version}\n${recipient}\n${wrapped}\n---`
  const mac = await reader.readLine(LONGEST_LINE)
  if (mac !== `--- ${unpadded(headerMac(fileKey, header))}`) {
    throw new Problem('The backup is damaged: use another copy of it.')
  }
  return fileKey
}

function passphraseKey(passphrase: string, salt: Buffer, workFactor: number): Buffer {
  const options = { N: 2 ** workFactor, r: 8, p: 1, maxmem: 2 ** (workFactor + 11) }
  return scryptSync(passphrase, Buffer.concat([Buffer.from(SCRYPT_LABEL), salt]), 32, options)
}

function derive(fileKey: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, salt, purpose, 32))
}

function headerMac(fileKey: Buffer, header: string): Buffer {
  return createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()
}

/** Numbers the chunks and marks the last one, so that none can be moved, removed or cut off unnoticed. */
function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
