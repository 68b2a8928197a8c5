import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { folderProblem } from '../problem.ts'

/** The installation's secret, made on the first start. Losing it makes the stored store tokens unreadable. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw folderProblem(error, file)
  }
  const secret = randomBytes(32).toString('base64url')
  try {
    writeWhole(file, secret)
  } catch (error) {
    throw folderProblem(error, dataDir)
  }
  return secret
}

/** A secret for one purpose that tells nothing about the one it is made from. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}

function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
}
