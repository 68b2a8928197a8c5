import type { Secrets } from '../../launch/secret.ts'
import { Problem } from '../../problem.ts'
import type { TarEntry } from '../container/tar.ts'
import { FORMAT, MANIFEST, type Manifest, SECRET } from './manifest.ts'

/** Gives the entries of a backup one by one, and lets the caller look at the next one before taking it. */
export class Entries {
  readonly #source: AsyncIterator<TarEntry>
  #held: Promise<TarEntry | undefined> | undefined

  constructor(source: AsyncIterable<TarEntry>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  peek(): Promise<TarEntry | undefined> {
    this.#held ??= this.#source.next().then(({ done, value }) => (done ? undefined : value))
    return this.#held
  }

  take(): Promise<TarEntry | undefined> {
    const taken = this.peek()
    this.#held = undefined
    return taken
  }

  /** Takes the entries that follow and whose names begin with `prefix`. */
  async *takeAll(prefix: string): AsyncGenerator<TarEntry> {
    while ((await this.peek())?.name.startsWith(prefix)) yield (await this.take())!
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}

export interface OpenedBackup {
  manifest: Manifest
  secrets: Secrets | undefined
  /** All entries after the secret. */
  entries: Entries
}

/** Reads the beginning of a backup and refuses one that this program does not understand. */
export async function openBackup(source: AsyncIterable<TarEntry>): Promise<OpenedBackup> {
  const entries = new Entries(source)
  const first = await entries.take()
  if (first?.name !== MANIFEST) throw new Problem('The file is not a backup of Stockcast.')
  const manifest = JSON.parse(first.content.toString()) as Manifest
  if (manifest.format !== FORMAT) {
    throw new Problem(`The backup has format ${manifest.format}: restore it with the version that made it.`)
  }
  const isSecret = (await entries.peek())?.name === SECRET
  const secret = isSecret ? await entries.take() : undefined
  const secrets = secret && (JSON.parse(secret.content.toString()) as Secrets)
  return { manifest, secrets, entries }
}
