import { DAY_MS } from '@stockcast/contract'
import type { Config } from '../../../kernel/config/config.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { readToken, signToken } from '../../../kernel/secrets/signed-token.ts'
import { findShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { quoted } from '../../../kernel/texts/foreign-text.ts'
import { countReports, lockRecipients, markStopped, pause } from './queries.ts'

/** Reports by this many recipients within this many days stop all orders of a merchant until the operator has looked at them. */
const REPORTS_THAT_PAUSE = 3
const REPORT_DAYS = 30

type StopContext = Pick<Kernel, 'clock' | 'config' | 'db' | 'live' | 'log'>

/** Returns the quoted name of the shop whose orders a link stops; null for a link that is not ours. Changes nothing. */
export async function readStop({ config, db }: StopContext, token: string): Promise<string | null> {
  const read = readStopToken(config.secrets, token)
  if (!read) return null
  const facts = await db.withTenant(read.merchantId, (tx) => findShopFacts(tx, read.merchantId))
  return facts === undefined ? 'a shop that has left' : quoted(facts.shopName ?? facts.shopDomain)
}

/**
 * Stops a merchant's orders to the recipient of the link, for good, and counts as a report. Several reports pause all
 * orders of the merchant. Returns false for a link that is not ours; one that was used before succeeds.
 */
export async function stopOrderMails(kernel: StopContext, token: string): Promise<boolean> {
  const read = readStopToken(kernel.config.secrets, token)
  if (!read) return false
  const { merchantId } = read
  const at = kernel.clock.now()
  await kernel.db.withTenant(merchantId, async (tx) => {
    await lockRecipients(tx, merchantId)
    if (!(await markStopped(tx, { ...read, at }))) return
    const reports = await countReports(tx, merchantId, new Date(at.getTime() - REPORT_DAYS * DAY_MS))
    kernel.log.warn({ merchantId, reports }, 'a recipient reported and stopped the orders of a merchant')
    if (reports >= REPORTS_THAT_PAUSE && (await pause(tx, merchantId, at))) {
      kernel.log.error(
        { merchantId, reports },
        'orders by mail are paused after several reports; `merchant show` and `merchant resume-mails` of the admin command',
      )
    }
    await kernel.live.publish(tx, merchantId, { type: 'purchasing' })
  })
  return true
}

const PURPOSE = 'order-mail-stop'

/**
 * Returns the address of the page that stops a merchant's orders to one recipient. It never expires, so a link in an old
 * mail still works. Form of the token: `<merchant>.<keyed hash of the recipient>.<signature>`.
 */
export function stopUrl(
  config: Pick<Config, 'publicUrl' | 'secrets'>,
  of: { merchantId: number; hash: string },
): string {
  return `${config.publicUrl}/stop/${signToken(config.secrets, PURPOSE, `${of.merchantId}.${of.hash}`)}`
}

/** Returns whose token it is; null when we did not make it. */
export function readStopToken(
  secrets: Config['secrets'],
  token: string,
): { merchantId: number; hash: string } | null {
  const [merchant = '', hash = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || hash === '' || !/^\d{1,15}$/.test(merchant)) return null
  return { merchantId: Number(merchant), hash }
}
