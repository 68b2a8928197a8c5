import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { InputError } from './input-error.ts'

export interface OutputFile {
  path: string
  parts: readonly string[]
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

function writeParts(path: string, parts: readonly string[]): void {
  const file = openSync(path, 'w')
  try {
    let batch = ''
    for (const part of parts) {
      batch += part
      if (batch.length < BATCH) continue
      writeAll(file, batch)
      batch = ''
    }
    writeAll(file, batch)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  let done = 0
  while (done < bytes.length) done += writeSync(file, bytes, done)
}
