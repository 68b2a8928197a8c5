import type { ChannelName, Delivery as DeliveryOnWire } from '@stockcast/contract'
import type { Selectable } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import { kindsOf, type Lane, openStatuses } from '../delivery.ts'
import { ofRecipient } from '../delivery-queries.ts'

/** Kinds that can be retried on request; the mail that confirms an address has a button of its own. */
const repeatable: DeliveryOnWire['kind'][] = [...kindsOf.alerts, 'account', 'billing']

/** Reopens a delivery that was given up; returns null when there is none. */
export async function reopenDelivery(
  tx: Tx,
  key: { merchantId: number; recipientId?: number | undefined; deliveryId: number },
  args: { at: Date; giveUpAt: Date },
): Promise<{ channel: ChannelName; lane: Lane } | null> {
  const row = await tx
    .updateTable('deliveries')
    .set({ status: 'queued', next_at: args.at, give_up_at: args.giveUpAt, provider_id: null })
    .where(ofRecipient(key))
    .where('id', '=', key.deliveryId)
    .where('status', '=', 'failed')
    .where('kind', 'in', repeatable)
    .where((e) => e.or([e('useful_until', 'is', null), e('useful_until', '>', args.at)]))
    .returning(['channel', 'kind'])
    .executeTakeFirst()
  return row ? { channel: row.channel, lane: kindsOf.alerts.includes(row.kind) ? 'alerts' : 'account' } : null
}

export interface LogFilter {
  merchantId: number
  /** Each sees their own messages. */
  recipientId?: number | undefined
  channel: 'all' | ChannelName
  status: 'all' | 'open' | 'sent' | 'failed'
}

function getLog(tx: Tx, filter: LogFilter) {
  const { channel, status } = filter
  return tx
    .selectFrom('deliveries')
    .where(ofRecipient(filter))
    .$if(channel !== 'all', (query) => query.where('channel', '=', channel as ChannelName))
    .$if(status === 'open', (query) => query.where('status', 'in', openStatuses))
    .$if(status === 'sent' || status === 'failed', (query) =>
      query.where('status', '=', status as 'sent' | 'failed'),
    )
}

export async function listLog(
  tx: Tx,
  filter: LogFilter & { limit: number; offset: number },
): Promise<DeliveryOnWire[]> {
  const rows = await getLog(tx, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return rows.map(getEntry)
}

export async function findLogEntry(
  tx: Tx,
  key: { merchantId: number; recipientId?: number | undefined; deliveryId: number },
): Promise<DeliveryOnWire | null> {
  const { merchantId, recipientId } = key
  const row = await getLog(tx, { merchantId, recipientId, channel: 'all', status: 'all' })
    .selectAll()
    .where('id', '=', key.deliveryId)
    .executeTakeFirst()
  return row ? getEntry(row) : null
}

type LogRow = Selectable<Tables['deliveries']>

function getEntry(row: LogRow): DeliveryOnWire {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    channel: row.channel,
    kind: row.kind,
    status: row.status,
    alerts: row.alerts,
    leftOut: row.left_out,
    summary: row.summary,
    attempts: row.attempts,
    nextTryAt: row.status === 'queued' || row.status === 'retrying' ? row.next_at.toISOString() : null,
    sentAt: row.sent_at?.toISOString() ?? null,
    reason: row.reason ?? (row.provider_words === null ? null : 'other'),
    providerWords: row.provider_words,
    canRetry: row.status === 'failed' && repeatable.includes(row.kind),
  }
}

export async function countLog(tx: Tx, filter: LogFilter): Promise<number> {
  const row = await getLog(tx, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Counts a mail that will not be sent, for the operator. */
export async function countMailFailure(
  tx: Tx,
  failure: { kind: string; outcome: 'refused' | 'given_up' | 'outdated'; at: Date },
): Promise<void> {
  const { kind, outcome, at } = failure
  await tx
    .insertInto('mail_failures')
    .values({ kind, outcome, count: 1, last_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'outcome'])
        .doUpdateSet((e) => ({ count: e('mail_failures.count', '+', 1), last_at: at })),
    )
    .execute()
}
