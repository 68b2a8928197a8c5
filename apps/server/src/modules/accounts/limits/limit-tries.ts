import { MINUTE_SECONDS } from '@stockcast/contract'
import type { Kernel } from '../../../kernel.ts'
import { forget, giveBack, take } from '../../../limits/queries.ts'
import { rules } from '../../../limits/rules.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'

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
  key: string
  at: Date
}

type TryKernel = Pick<Kernel, 'clock' | 'config' | 'db'>

/**
 * Counts a try for an account; null when there were too many. The count is in the database, so neither a
 * restart nor a second process resets it.
 */
export async function countTry(kernel: TryKernel, tried: Tried): Promise<CountedTry | null> {
  const key = await keyOf(kernel, tried)
  const rule = tried.kind === 'reset' ? rules.reset_mail : rules.wrong_password
  const at = kernel.clock.now()
  const { isTaken } = await take(kernel.db.directory, { key, rule, at })
  return isTaken ? { key, at } : null
}

export const refusals: Readonly<Record<Tried['kind'], string>> = {
  'sign-in':
    'Too many wrong passwords for this account. Try again in 15 minutes, or use a browser where you signed in before.',
  password: 'Too many wrong passwords. Try again in 15 minutes.',
  reset: 'Several mails were sent to this address just now. Use the latest one, or try again in 15 minutes.',
}

/** Uncounts a try whose password was right. */
export function forgetTry(kernel: Pick<Kernel, 'db'>, counted: CountedTry): Promise<void> {
  return giveBack(kernel.db.directory, counted)
}

/** Removes the count of guesses after a reset by mail, so that the owner can sign in at once. */
export async function forgetGuesses(
  kernel: Pick<Kernel, 'config' | 'db'>,
  { email }: { email: string },
): Promise<void> {
  await forget(kernel.db.directory, await keyOf(kernel, { kind: 'sign-in', email, device: null }))
}

function keyOf({ config, db }: Pick<Kernel, 'config' | 'db'>, tried: Tried): Promise<string> {
  return keyedHash(db.directory, config.secrets, { purpose: 'auth-tries', name: nameOf(tried) })
}

function nameOf(tried: Tried): string {
  if (tried.kind === 'password') return `password:${tried.sessionId}`
  const email = tried.email.trim().toLowerCase()
  return tried.kind === 'reset' ? `reset:${email}` : `sign-in:${email}:${tried.device ?? ''}`
}
