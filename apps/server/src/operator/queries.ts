import { type Kysely, sql } from 'kysely'
import type { Tx } from '../kernel/database/app-database.ts'
import type { Tables } from '../kernel/database/tables.ts'

export interface QueueState {
  name: string
  /** Jobs that are due and wait for a worker. */
  waiting: number
  /** Jobs for a later time, such as tries after a failure. */
  later: number
  running: number
  /** Seconds for which the oldest due job has been waiting. */
  oldestSeconds: number
  /** Jobs that failed for good. */
  dead: number
}

/** Lists the queues with jobs that are open or failed for good, those with the longest wait first. */
export async function listQueues(directory: Kysely<Tables>): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    with open as (
      select regexp_replace(name, '-dead$', '') as name, name like '%-dead' as is_dead, state,
        start_after <= now() as is_due, now() - start_after as age
      from jobs.job where state in ('created', 'retry', 'active')
    )
    select name,
      count(*) filter (where not is_dead and state <> 'active' and is_due) as waiting,
      count(*) filter (where not is_dead and state <> 'active' and not is_due) as later,
      count(*) filter (where not is_dead and state = 'active') as running,
      coalesce(round(extract(epoch from max(age) filter (where not is_dead and state <> 'active' and is_due))), 0)
        as "oldestSeconds",
      count(*) filter (where is_dead) as dead
    from open group by name order by "oldestSeconds" desc, name`.execute(directory)
  return rows
}

export interface MerchantEntry {
  merchantId: number
  userId: string
  email: string
  shopDomain: string | null
  createdAt: Date
}

/** Returns the merchant with this number, address or shop domain. */
export async function findEntry(directory: Kysely<Tables>, name: string): Promise<MerchantEntry | undefined> {
  const isNumber = /^\d{1,15}$/.test(name)
  return directory
    .selectFrom('merchant_directory')
    .select(['merchant_id as merchantId', 'user_id as userId', 'email', 'shop_domain as shopDomain'])
    .select('created_at as createdAt')
    .where((is) =>
      isNumber
        ? is('merchant_id', '=', Number(name))
        : is.or([is('email', '=', name.toLowerCase()), is('shop_domain', '=', name.toLowerCase())]),
    )
    .executeTakeFirst()
}

export interface MerchantFigures {
  shopName: string | null
  subscriptionStatus: string
  timeZone: string
  trialEndsAt: Date
  stockAsOf: Date | null
  forecastAsOf: Date | null
  connection: string | null
  variants: number
  activeAlerts: number
  waitingWebhooks: number
  /** Recipients of orders who stopped them, and since when all orders by mail are paused for that. */
  stoppedRecipients: number
  orderMailsPausedAt: Date | null
}

export async function readFigures(tx: Tx, merchantId: number): Promise<MerchantFigures | undefined> {
  const { rows } = await sql<MerchantFigures>`
    select m.shop_name as "shopName", m.subscription_status as "subscriptionStatus", m.time_zone as "timeZone",
      m.trial_ends_at as "trialEndsAt", m.stock_as_of as "stockAsOf", m.forecast_as_of as "forecastAsOf",
      (select c.status from shop_connections c where c.merchant_id = ${merchantId}) as connection,
      (select count(*) from variants v where v.merchant_id = ${merchantId}) as variants,
      (select count(*) from alerts a where a.merchant_id = ${merchantId} and a.resolved_at is null) as "activeAlerts",
      (select count(*) from webhook_inbox w where w.merchant_id = ${merchantId} and w.status = 'waiting')
        as "waitingWebhooks",
      (select count(*) from order_recipients r where r.merchant_id = ${merchantId} and r.stopped_at is not null)
        as "stoppedRecipients",
      m.order_mails_paused_at as "orderMailsPausedAt"
    from merchants m where m.id = ${merchantId}`.execute(tx)
  return rows[0]
}
