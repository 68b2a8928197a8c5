import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { InputError } from './input-error.ts'
import { RowBytes } from './row-bytes.ts'

/** Bytes that are collected before they are written. */
const BATCH = 1 << 20

/** A file that is written under a temporary name as its rows are made. */
export class OutputFile {
  readonly #path: string
  readonly #temporary: string
  readonly #batch = new RowBytes()
  #opened: number | null

  constructor(path: string) {
    this.#path = path
    this.#temporary = `${path}.${process.pid}.tmp`
    this.#opened = this.#try(() => openSync(this.#temporary, 'w'))
  }

  add(part: Uint8Array): void {
    this.#batch.append(part)
    if (this.#batch.length >= BATCH) this.#flush()
  }

  close(): void {
    this.#flush()
    this.#try(() => closeSync(this.#opened as number))
    this.#opened = null
  }

  /** Gives the file its name. */
  publish(): void {
    this.#try(() => renameSync(this.#temporary, this.#path))
  }

  discard(): void {
    if (this.#opened !== null) closeSync(this.#opened)
    this.#opened = null
    rmSync(this.#temporary, { force: true })
  }

  #flush(): void {
    const bytes = this.#batch.written()
    for (let done = 0; done < bytes.length; )
      done += this.#try(() => writeSync(this.#opened as number, bytes, done))
    this.#batch.clear()
  }

  #try<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new InputError(`${this.#path} cannot be written (${code}). Check the folder and the free space.`)
    }
  }
}

/** Opens files, has them filled, and gives them their names together, so that no partial result is visible. */
export async function writeFiles(
  paths: readonly string[],
  fill: (files: readonly OutputFile[]) => Promise<void>,
): Promise<void> {
  const files: OutputFile[] = []
  try {
    for (const path of paths) files.push(new OutputFile(path))
    await fill(files)
    for (const file of files) file.close()
    for (const file of files) file.publish()
  } catch (error) {
    for (const file of files) file.discard()
    throw error
  }
}
