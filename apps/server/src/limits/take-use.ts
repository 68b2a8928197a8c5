import { HOUR_SECONDS, MINUTE_SECONDS } from '@stockcast/contract'
import { AppError } from '../errors.ts'
import { findShopFacts } from '../shop-facts/queries.ts'
import type { Context } from '../verb-context.ts'
import { take } from './queries.ts'
import { type RatedUse, ruleOfUse } from './rules.ts'

const sentences: Record<RatedUse, (most: number) => string> = {
  upload: (most) => `You can upload ${most} files an hour.`,
  import_call: (most) => `You can make ${most} import calls a minute.`,
  sample: (most) => `You can load the sample data ${most} times an hour.`,
  order_mail: (most) => `You can send ${most} orders to suppliers a day.`,
  order: (most) => `You can enter ${most} orders a day.`,
  snooze: (most) => `You can snooze or mute products ${most} times a day.`,
  connection: (most) => `You can start to connect a store ${most} times an hour.`,
  sync: (most) => `You can start ${most} syncs an hour.`,
  checkout: (most) => `You can open ${most} payment pages an hour.`,
}

/** Returns the key under which a use by a merchant is counted; it holds no personal data. */
export function merchantKey(merchantId: number, use: string): string {
  return `${use}:${merchantId}`
}

/**
 * Counts an action that the merchant starts now, and refuses it above the limit. The count is part of the
 * transaction, so a failed action is not counted.
 */
export async function takeUse({ clock, merchantId, tx }: Context<'clock'>, use: RatedUse): Promise<void> {
  const shop = await findShopFacts(tx, merchantId)
  if (!shop) throw new AppError('not_found', 'This account no longer exists.')
  const rule = ruleOfUse(shop, use)
  const taken = await take(tx, { key: merchantKey(merchantId, use), rule, at: clock.now() })
  if (taken.isTaken) return
  const seconds = Math.max(1, Math.ceil(taken.waitMs / 1000))
  throw new AppError(
    'limit_exceeded',
    `${sentences[use](rule.most)} Try again in ${durationText(seconds)}; nothing was changed.`,
    { retryAfterSeconds: seconds },
  )
}

function durationText(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return seconds === 1 ? 'a second' : `${seconds} seconds`
  if (seconds < 2 * HOUR_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} minutes`
  return `${Math.ceil(seconds / HOUR_SECONDS)} hours`
}
