import { TRIAL_DAYS } from '@stockcast/contract'
import type { Config } from '../../config.ts'
import type { Tx } from '../../database/app-database.ts'
import { plainAddress } from '../../integrations/mail/index.ts'
import type { Kernel } from '../../kernel.ts'
import { keyedHash } from '../../secrets/keyed-hash.ts'
import {
  findEndedTrial,
  findTrialFacts,
  saveEndedTrials,
  shortenTrial,
  type Trial,
} from './ended-trial-queries.ts'

const DAY_MS = 86_400_000
/** After the deletion of an account its trial is remembered for so long, by hash. */
const REMEMBERED_DAYS = 365

type Known = { email: string } | { shopDomain: string }

function subjectHash(config: Pick<Config, 'secret'>, known: Known): string {
  const name = 'email' in known ? `email:${plainAddress(known.email)}` : `shop:${known.shopDomain}`
  return keyedHash(config.secret, { purpose: 'ended-trial', name })
}

/** The trial of a new account: a whole one, or what is left of the one that a deleted account with this mailbox had. */
export async function beginTrial(
  { clock, config }: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  email: string,
): Promise<Trial> {
  const now = clock.now()
  const former = await findEndedTrial(tx, { subjectHash: subjectHash(config, { email }), now })
  return former ?? { trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * DAY_MS), trialExtended: false }
}

/** In the transaction that deletes a merchant, before the rows go. Visitors of the demo are nobody. */
export async function rememberTrial(
  { clock, config }: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const facts = await findTrialFacts(tx, merchantId)
  if (!facts || facts.email.endsWith('.invalid')) return
  const { email, shopDomain, ...trial } = facts
  const known: Known[] = [{ email }, ...(shopDomain === null ? [] : [{ shopDomain }])]
  await saveEndedTrials(tx, {
    ...trial,
    subjectHashes: known.map((each) => subjectHash(config, each)),
    forgetAt: new Date(clock.now().getTime() + REMEMBERED_DAYS * DAY_MS),
  })
}

/**
 * In the transaction that connects a store: when an account that was deleted had its trial with this store, the trial ends
 * as that one does. A trial with a card stays as it is, since its first charge was told with a date.
 */
export async function recallTrialOfShop(
  { clock, config, live }: Pick<Kernel, 'clock' | 'config' | 'live'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const facts = await findTrialFacts(tx, merchantId)
  if (!facts || facts.shopDomain === null) return
  const { shopDomain } = facts
  const former = await findEndedTrial(tx, {
    subjectHash: subjectHash(config, { shopDomain }),
    now: clock.now(),
  })
  if (!former || former.trialEndsAt >= facts.trialEndsAt) return
  if (await shortenTrial(tx, { merchantId, ...former }))
    await live.publish(tx, merchantId, { type: 'billing' })
}
