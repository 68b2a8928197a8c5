import { DAY_MS, TRIAL_DAYS } from '@stockcast/contract'
import type { Config } from '../../../kernel/config/config.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { keyedHash } from '../../../kernel/secrets/keyed-hash.ts'
import { plainAddress } from '../../../providers/mail/plain-address.ts'
import {
  findRememberedTrial,
  findTrialFacts,
  isMemberOnly,
  markExtended,
  setForgetAt,
  shortenTrial,
  type Trial,
  upsertTrialSubjects,
} from './ended-trial-queries.ts'

/** How long the trial of a deleted account is remembered, by hash. */
const REMEMBERED_DAYS = 365

type Known = { email: string } | { shopDomain: string }

function subjectHash({ secrets }: Pick<Config, 'secrets'>, tx: Tx, known: Known): Promise<string> {
  const name = 'email' in known ? `email:${plainAddress(known.email)}` : `shop:${known.shopDomain}`
  return keyedHash(tx, secrets, { purpose: 'ended-trial', name })
}

/** Returns the trial of a new account: a full trial, or what is left of an earlier trial with the same mailbox. */
export async function beginTrial(
  { clock, config }: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  email: string,
): Promise<Trial> {
  const now = clock.now()
  const former = await findRememberedTrial(tx, {
    subjectHash: await subjectHash(config, tx, { email }),
    now,
  })
  return former ?? { trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * DAY_MS), trialExtended: false }
}

/**
 * Remembers the trial of a merchant by its current email address and store. Runs whenever one of them changes; a repeated call
 * changes nothing. The trial of a demo user is not remembered, and a team member has no trial.
 */
export async function bindTrial(
  { clock, config }: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const facts = await findTrialFacts(tx, merchantId)
  if (!facts || facts.email.endsWith('.invalid') || (await isMemberOnly(tx, merchantId))) return
  const { email, shopDomain, ...trial } = facts
  const known: Known[] = [{ email }, ...(shopDomain === null ? [] : [{ shopDomain }])]
  const subjectHashes = await Promise.all(known.map((each) => subjectHash(config, tx, each)))
  await upsertTrialSubjects(tx, { ...trial, merchantId, subjectHashes, now: clock.now() })
}

/** Sets when the trial is forgotten. Runs in the transaction that deletes an account, before its rows are deleted. */
export async function rememberTrial(
  kernel: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  await bindTrial(kernel, tx, merchantId)
  const forgetAt = new Date(kernel.clock.now().getTime() + REMEMBERED_DAYS * DAY_MS)
  await setForgetAt(tx, { merchantId, forgetAt })
}

/**
 * Shortens the trial if another account already had a trial with the same store: it then ends with the earlier trial, and its
 * extension counts as used if the earlier trial was extended. A trial with a card keeps its end, because the date of the first
 * charge was announced. Runs in the transaction that connects a store.
 */
export async function recallTrialOfShop(
  kernel: Pick<Kernel, 'clock' | 'config' | 'live'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const facts = await findTrialFacts(tx, merchantId)
  if (!facts || facts.shopDomain === null) return
  const { shopDomain } = facts
  const now = kernel.clock.now()
  const former = await findRememberedTrial(tx, {
    subjectHash: await subjectHash(kernel.config, tx, { shopDomain }),
    now,
  })
  if (former?.trialExtended) await markExtended(tx, merchantId)
  if (former && former.trialEndsAt < facts.trialEndsAt) {
    const isShortened = await shortenTrial(tx, { merchantId, ...former })
    if (isShortened) await kernel.live.publish(tx, merchantId, { type: 'billing' })
  }
  await bindTrial(kernel, tx, merchantId)
}
