import { TRIAL_DAYS } from '@stockcast/contract'
import type { Config } from '../../../config.ts'
import type { Tx } from '../../../database/app-database.ts'
import { plainAddress } from '../../../integrations/mail/index.ts'
import type { Kernel } from '../../../kernel.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'
import {
  findRememberedTrial,
  findTrialFacts,
  markExtended,
  setForgetAt,
  shortenTrial,
  type Trial,
  upsertTrialSubjects,
} from './ended-trial-queries.ts'

const DAY_MS = 86_400_000
/** After the deletion of an account its trial is remembered for this long, by hash. */
const REMEMBERED_DAYS = 365

type Known = { email: string } | { shopDomain: string }

function subjectHash({ secrets }: Pick<Config, 'secrets'>, tx: Tx, known: Known): Promise<string> {
  const name = 'email' in known ? `email:${plainAddress(known.email)}` : `shop:${known.shopDomain}`
  return keyedHash(tx, secrets, { purpose: 'ended-trial', name })
}

/** The trial of a new account: a whole one, or what is left of the one that was had with this mailbox before. */
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
 * Remembers the trial of a merchant under its address and its store as they are now. Called whenever one of them changes;
 * calling it again changes nothing. The trial of a demo user counts for nobody.
 */
export async function bindTrial(
  { clock, config }: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const facts = await findTrialFacts(tx, merchantId)
  if (!facts || facts.email.endsWith('.invalid')) return
  const { email, shopDomain, ...trial } = facts
  const known: Known[] = [{ email }, ...(shopDomain === null ? [] : [{ shopDomain }])]
  const subjectHashes = await Promise.all(known.map((each) => subjectHash(config, tx, each)))
  await upsertTrialSubjects(tx, { ...trial, merchantId, subjectHashes, now: clock.now() })
}

/** In the transaction that deletes an account, before its rows go. */
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
 * In the transaction that connects a store: when another account had its trial with this store, the trial ends as that
 * one does, and its extension is used when that one's was. A trial with a card keeps its end, since the date of its first
 * charge was announced.
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
