import { HOUR_SECONDS, MINUTE_SECONDS, type Use } from '@stockcast/contract'
import type { AppDatabase } from '../database/app-database.ts'
import { AppError } from '../errors.ts'
import { type AccountKind, accountKind } from '../quotas/account-kind.ts'
import type { Context } from '../verb-context.ts'
import { take } from './queries.ts'
import { getLimits, ruleOfUse } from './use-rules.ts'

/** Returns the key under which a use by a merchant is counted; it holds no personal data. */
export function merchantKey(merchantId: number, use: string): string {
  return `${use}:${merchantId}`
}

/** Counts a use by a merchant, and refuses it above the limit. */
export async function countUse(
  db: AppDatabase['directory'],
  args: { merchantId: number; kind: AccountKind; use: Use; at: Date },
): Promise<void> {
  const { merchantId, kind, use, at } = args
  const rule = ruleOfUse(kind, use)
  const taken = await take(db, { key: merchantKey(merchantId, use), rule, at })
  if (taken.isTaken) return
  const seconds = Math.max(1, Math.ceil(taken.waitMs / 1000))
  throw new AppError(
    'limit_exceeded',
    `${getLimits(use).sentence(rule.most)} Try again in ${durationText(seconds)}; nothing was changed.`,
    { retryAfterSeconds: seconds },
  )
}

/**
 * Counts an action of a merchant that no route has counted: one by a link, or one that counts only if it succeeds. The
 * count is part of the transaction, so a failed action is not counted.
 */
export async function takeUse(context: Context<'clock' | 'config'>, use: Use): Promise<void> {
  const { clock, merchantId, tx } = context
  const kind = await accountKind(context, tx, merchantId)
  await countUse(tx, { merchantId, kind, use, at: clock.now() })
}

/** Returns a time to wait: "90 seconds", "5 minutes", "3 hours". */
export function durationText(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return seconds === 1 ? 'a second' : `${seconds} seconds`
  if (seconds < 2 * HOUR_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} minutes`
  return `${Math.ceil(seconds / HOUR_SECONDS)} hours`
}
