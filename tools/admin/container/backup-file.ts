import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { folderProblem, Problem } from '../../problem.ts'
import { readTar, type TarEntry, writeTar } from './tar.ts'

const COMPRESSION_LEVEL = 3
/** The first bytes of a file that zstd has compressed. */
const ZSTD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Writes entries into a file: tar, compressed with zstd, and encrypted with age if there is a passphrase. The
 * file gets its name when it is complete and on the disk. Returns its size in bytes.
 */
export async function writeBackupFile(args: {
  file: string
  passphrase: string | undefined
  entries: AsyncIterable<TarEntry>
}): Promise<number> {
  const { file, passphrase, entries } = args
  const unfinished = `${file}.unfinished`
  const encrypt = (bytes: AsyncIterable<Uint8Array>) =>
    passphrase === undefined ? bytes : encryptAge(bytes, passphrase)
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  try {
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(writeTar(entries), compress, encrypt, target)
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(unfinished, { force: true })
    throw folderProblem(error, path.dirname(file))
  }
}

/** Reads the entries of a backup. `passphrase` is asked for only if the file is encrypted. */
export async function* readBackupFile(
  file: string,
  passphrase: () => Promise<string>,
): AsyncGenerator<TarEntry> {
  const isEncrypted = isAge(await startOf(file))
  const secret = isEncrypted ? await passphrase() : undefined
  const source = createReadStream(file, { highWaterMark: 2 ** 20 })
  const plain = secret === undefined ? source : decryptAge(source, secret)
  const unpacked = createZstdDecompress()
  // A failure to read or decrypt the file also fails the reading of entries below.
  const finished = pipeline(plain, unpacked)
  finished.catch(() => undefined)
  try {
    yield* readTar(unpacked)
    await finished
  } catch (error) {
    throw error instanceof Problem || (error as NodeJS.ErrnoException).syscall !== undefined
      ? error
      : new Problem('The backup is damaged or cut off: use another copy of it.', { cause: error })
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

async function startOf(file: string): Promise<Buffer> {
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
      const start = buffer.subarray(0, bytesRead)
      if (!isAge(start) && !start.subarray(0, 4).equals(ZSTD_START))
        throw new Problem(`${file} is not a backup of Stockcast.`)
      if (isAge(start) && !start.includes('-> scrypt '))
        throw new Problem(`${file} is encrypted to a key: decrypt it with \`age\`, then restore it.`)
      return start
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw new Problem(`There is no file ${file}: name the backup with --from.`)
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

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
