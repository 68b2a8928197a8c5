import { createKeyRing, dataKeyPlace } from '../../apps/server/src/secrets/key-ring.ts'
import { secretBox } from '../../apps/server/src/secrets/secret-box.ts'
import { BENCH_SECRET } from '../launch/bench-secret.ts'
import type { Database } from '../launch/database.ts'
import type { Channel } from './outboxes.ts'

export interface SentContent {
  id: number
  merchantId: number
  channel: Channel
  /** Text with normalised whitespace, because mails end with a line break that the outbox may change. */
  text: string
}

/**
 * Keeps a copy of each message's sealed content, which the product deletes once the provider has accepted it.
 */
export async function keepContents(database: Database): Promise<void> {
  await database.rows(`
    create schema bench;
    create table bench.contents (merchant_id bigint, delivery_id bigint, sealed text, primary key (merchant_id, delivery_id));
    create function bench.keep_content() returns trigger language plpgsql security definer as $$
    begin
      insert into bench.contents values (new.merchant_id, new.id, new.sealed_content)
      on conflict (merchant_id, delivery_id) do update set sealed = excluded.sealed;
      return null;
    end $$;
    create trigger keep_content after insert or update of sealed_content on deliveries
      for each row when (new.sealed_content is not null) execute function bench.keep_content();
  `)
}

/** Lists the alert messages recorded as sent, with their contents. */
export async function listSentContents(database: Database): Promise<SentContent[]> {
  const rows = await database.rows<{
    id: number
    merchantId: number
    channel: Channel
    sealed: string | null
    wrappedKey: string
  }>(`
    select d.id::int, d.merchant_id::int as "merchantId", d.channel, c.sealed, k.wrapped_key as "wrappedKey"
    from deliveries d
    join merchant_keys k on k.merchant_id = d.merchant_id
    left join bench.contents c on c.merchant_id = d.merchant_id and c.delivery_id = d.id
    where d.status = 'sent' and d.kind = 'alerts'
  `)
  const ring = createKeyRing([BENCH_SECRET])
  return rows.map(({ id, merchantId, channel, sealed, wrappedKey }) => {
    if (sealed === null) throw new Error(`no content was kept of delivery ${id} of merchant ${merchantId}`)
    const box = secretBox(ring.unwrap(wrappedKey, dataKeyPlace(merchantId)), merchantId)
    const content = JSON.parse(box.open('deliveries.sealed_content', sealed)) as {
      text?: string
      body?: string
    }
    return { id, merchantId, channel, text: joinWhitespace(content.body ?? content.text ?? '') }
  })
}

export function joinWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
