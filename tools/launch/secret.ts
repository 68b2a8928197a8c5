import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderProblem } from '../problem.ts'

export interface Secrets {
  secret: string
  /** The secret before the last change; null if there was none or it was forgotten. */
  previous: string | null
}

/**
 * Returns the secrets of the data folder, after creating one if there is none. Without it, stored tokens cannot be
 * read.
 */
export function ensureSecrets(dataDir: string): Secrets {
  const known = readSecret(dataDir, 'secret')
  const secret = known ?? newSecret()
  if (known === null) writeSecret(dataDir, 'secret', secret)
  const previous = readSecret(dataDir, 'secret.previous')
  return { secret, previous: previous === secret ? null : previous }
}

/** Returns the secrets of the data folder, if it has one, and creates none. */
export function findSecrets(dataDir: string): Secrets | null {
  return readSecret(dataDir, 'secret') === null ? null : ensureSecrets(dataDir)
}

/** Stores the secrets of a backup. A different secret that was there is kept in `secret.former`. */
export function saveSecrets(dataDir: string, { secret, previous }: Secrets): void {
  const known = readSecret(dataDir, 'secret')
  if (known !== null && known !== secret) writeSecret(dataDir, 'secret.former', known)
  writeSecret(dataDir, 'secret', secret)
  if (previous === null) forgetPreviousSecret(dataDir)
  else writeSecret(dataDir, 'secret.previous', previous)
}

/** Creates a new secret, and keeps the current one as the previous one. */
export function replaceSecret(dataDir: string): void {
  writeSecret(dataDir, 'secret.previous', ensureSecrets(dataDir).secret)
  writeSecret(dataDir, 'secret', newSecret())
}

/** Deletes the previous secret, so that nothing signed before the last change is accepted. */
export function forgetPreviousSecret(dataDir: string): void {
  rmSync(path.join(dataDir, 'secret.previous'), { force: true })
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function readSecret(dataDir: string, name: string): string | null {
  const file = path.join(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw folderProblem(error, file)
  }
}

function writeSecret(dataDir: string, name: string, secret: string): void {
  const file = path.join(dataDir, name)
  try {
    writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw folderProblem(error, dataDir)
  }
}

/** Returns a secret for one purpose, from which the original one cannot be derived. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
