import { MINUTE_SECONDS } from '@stockcast/contract'
import type { Kernel } from '../../../kernel.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'
import { claimTry, deleteTries, returnTry } from './try-queries.ts'

const WRONG_PASSWORDS = 10
const RESET_MAILS = 5
export const WAIT_SECONDS = 15 * MINUTE_SECONDS

/**
 * What is counted: passwords tried for an account by strangers, in a known browser or in a session; and mails
 * requested.
 */
export type Tried =
  | { kind: 'sign-in'; email: string; device: string | null }
  | { kind: 'password'; sessionId: string }
  | { kind: 'reset'; email: string }

export interface CountedTry {
  subject: string
  at: string
}

/**
 * Counts a try for an account; null when there were too many. The count is in the database, so neither a
 * restart nor a second process resets it.
 */
export async function countTry(
  kernel: Pick<Kernel, 'config' | 'db'>,
  tried: Tried,
): Promise<CountedTry | null> {
  const subject = await subjectOf(kernel, tried)
  const limit = tried.kind === 'reset' ? RESET_MAILS : WRONG_PASSWORDS
  const at = await claimTry(kernel.db.directory, { subject, limit })
  return at === null ? null : { subject, at }
}

export const refusals: Readonly<Record<Tried['kind'], string>> = {
  'sign-in':
    'Too many wrong passwords for this account. Try again in 15 minutes, or use a browser where you signed in before.',
  password: 'Too many wrong passwords. Try again in 15 minutes.',
  reset: 'Several mails were sent to this address just now. Use the latest one, or try again in 15 minutes.',
}

/** Uncounts a try whose password was right. */
export function forgetTry(kernel: Pick<Kernel, 'db'>, counted: CountedTry): Promise<void> {
  return returnTry(kernel.db.directory, counted)
}

/** Removes the count of guesses after a reset by mail, so that the owner can sign in at once. */
export async function forgetGuesses(
  kernel: Pick<Kernel, 'config' | 'db'>,
  { email }: { email: string },
): Promise<void> {
  const subject = await subjectOf(kernel, { kind: 'sign-in', email, device: null })
  await deleteTries(kernel.db.directory, subject)
}

function subjectOf({ config, db }: Pick<Kernel, 'config' | 'db'>, tried: Tried): Promise<string> {
  return keyedHash(db.directory, config.secrets, { purpose: 'auth-tries', name: nameOf(tried) })
}

function nameOf(tried: Tried): string {
  if (tried.kind === 'password') return `password:${tried.sessionId}`
  const email = tried.email.trim().toLowerCase()
  return tried.kind === 'reset' ? `reset:${email}` : `sign-in:${email}:${tried.device ?? ''}`
}
