import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { InputError } from './input-error.ts'
import { RowBytes } from './row-bytes.ts'

export interface OutputFile {
  path: string
  parts: readonly (string | Uint8Array)[]
}

/** Writes all files under temporary names and renames them together, so that no partial result is visible. */
export function writeFiles(files: readonly OutputFile[]): void {
  const written: string[] = []
  try {
    for (const file of files) {
      const temporary = `${file.path}.${process.pid}.tmp`
      written.push(temporary)
      writeParts(temporary, file.parts)
    }
    for (const file of files) renameSync(`${file.path}.${process.pid}.tmp`, file.path)
  } catch (error) {
    for (const path of written) rmSync(path, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw new InputError(
      `${files[0]?.path} cannot be written (${code}). Check the folder and the free space.`,
    )
  }
}

const BATCH = 1 << 20

function writeParts(path: string, parts: OutputFile['parts']): void {
  const file = openSync(path, 'w')
  try {
    const batch = new RowBytes()
    for (const part of parts) {
      if (typeof part === 'string') batch.text(part)
      else if (part.length >= BATCH) {
        writeAll(file, batch.written())
        batch.clear()
        writeAll(file, part)
      } else batch.append(part)
      if (batch.length < BATCH) continue
      writeAll(file, batch.written())
      batch.clear()
    }
    writeAll(file, batch.written())
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  let done = 0
  while (done < bytes.length) done += writeSync(file, bytes, done)
}
