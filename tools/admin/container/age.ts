import { Decrypter, Encrypter } from 'age-encryption'
import { Problem } from '../../problem.ts'

/** The tool `age` uses the same: 2^18 rounds of scrypt. */
const WORK_FACTOR = 18

/** Encrypts a stream as a file that `age --decrypt` opens with the same passphrase. */
export async function* encryptAge(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = WORK_FACTOR,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  yield* await encrypter.encrypt(ReadableStream.from(plain))
}

/** Decrypts what `encryptAge` or the tool `age` encrypted with a passphrase; a changed or cut file is refused. */
export async function* decryptAge(
  sealed: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const plain = await decrypter.decrypt(ReadableStream.from(sealed)).catch((cause: unknown) => {
    throw new Problem(
      'The passphrase is not the one with which the backup was encrypted, or the beginning of the file is damaged.',
      { cause },
    )
  })
  try {
    yield* plain
  } catch (cause) {
    throw new Problem('The backup is damaged or cut off: use another copy of it.', { cause })
  }
}

/** Returns whether a file that begins with these bytes is encrypted. */
export function isAge(start: Buffer): boolean {
  return start.toString('latin1').startsWith('age-encryption.org/v1')
}
