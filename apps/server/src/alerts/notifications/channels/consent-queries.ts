import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import { type ChannelKey, getRecipient } from '../delivery.ts'
import { ofRecipient } from '../delivery-queries.ts'
import type { Consent } from './channel.ts'

type RecipientKey = Omit<ChannelKey, 'channel'>

function getOpenConsents(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('sms_consents')
    .select(['id', 'phone', 'consent_text as text', 'given_at as givenAt', 'code_nonce as codeNonce'])
    .select(['code_sent_at as codeSentAt', 'code_tries as codeTries', 'confirmed_at as confirmedAt'])
    .where('merchant_id', '=', merchantId)
    .where('ended_at', 'is', null)
}

export async function findConsent(tx: Tx, key: RecipientKey): Promise<Consent | null> {
  const consents = getOpenConsents(tx, key.merchantId)
  return (await consents.where('recipient_id', '=', getRecipient(key)).executeTakeFirst()) ?? null
}

/** Returns the consents that have not ended, by recipient. */
export async function mapConsents(tx: Tx, merchantId: number): Promise<Map<number, Consent>> {
  const rows = await getOpenConsents(tx, merchantId).select('recipient_id as recipientId').execute()
  return new Map(rows.map(({ recipientId, ...consent }) => [recipientId, consent]))
}

export async function insertConsent(
  tx: Tx,
  consent: RecipientKey & { phone: string; text: string; ip: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('sms_consents')
    .values({
      merchant_id: consent.merchantId,
      recipient_id: getRecipient(consent),
      phone: consent.phone,
      consent_text: consent.text,
      ip: consent.ip,
      given_at: consent.at,
    })
    .execute()
}

export async function endConsent(
  tx: Tx,
  args: RecipientKey & { by: 'merchant' | 'stop'; at: Date },
): Promise<void> {
  await tx
    .updateTable('sms_consents')
    .set({ ended_at: args.at, ended_by: args.by })
    .where(ofRecipient(args))
    .where('ended_at', 'is', null)
    .execute()
}

export async function saveCode(
  tx: Tx,
  args: { merchantId: number; consentId: number; nonce: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('sms_consents')
    .set({ code_nonce: args.nonce, code_sent_at: args.at, code_tries: 0 })
    .where('merchant_id', '=', args.merchantId)
    .where('id', '=', args.consentId)
    .execute()
}

/** Counts a try at the code; the row stays locked, so that simultaneous tries are counted one by one. */
export async function countCodeTry(tx: Tx, key: { merchantId: number; consentId: number }): Promise<void> {
  await tx
    .updateTable('sms_consents')
    .set((e) => ({ code_tries: e('code_tries', '+', 1) }))
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.consentId)
    .execute()
}

export async function markConfirmed(
  tx: Tx,
  args: { merchantId: number; consentId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('sms_consents')
    .set({ confirmed_at: args.at, code_nonce: null })
    .where('merchant_id', '=', args.merchantId)
    .where('id', '=', args.consentId)
    .execute()
}

/** Stores the hash of the number to which a recipient's messages go; null when there is none. */
export async function savePhone(tx: Tx, key: RecipientKey, phoneHash: string | null): Promise<void> {
  const { merchantId } = key
  const recipientId = getRecipient(key)
  if (phoneHash === null) {
    await tx
      .deleteFrom('merchant_phones')
      .where('merchant_id', '=', merchantId)
      .where('recipient_id', '=', recipientId)
      .execute()
    return
  }
  await tx
    .insertInto('merchant_phones')
    .values({ merchant_id: merchantId, recipient_id: recipientId, phone_hash: phoneHash })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'recipient_id']).doUpdateSet({ phone_hash: phoneHash }),
    )
    .execute()
}

/** Returns whose messages go to this number, in every shop. */
export async function listRecipientsOfPhone(
  directory: Kysely<Tables>,
  phoneHash: string,
): Promise<{ merchantId: number; recipientId: number }[]> {
  return directory
    .selectFrom('merchant_phones')
    .select(['merchant_id as merchantId', 'recipient_id as recipientId'])
    .where('phone_hash', '=', phoneHash)
    .orderBy('merchant_id')
    .orderBy('recipient_id')
    .execute()
}

// Makes a merchant who starts to use a number and a STOP from it wait for each other: whichever comes second
// sees the first.
const getLock = (phoneHash: string) => sql`pg_advisory_xact_lock(hashtextextended(${phoneHash}, 0))`

/** Returns when the number replied STOP; null when messages may be sent to it. */
export async function findStop(tx: Tx, phoneHash: string): Promise<Date | null> {
  await sql`select ${getLock(phoneHash)}`.execute(tx)
  const row = await tx
    .selectFrom('sms_stops')
    .select('stopped_at')
    .where('phone_hash', '=', phoneHash)
    .executeTakeFirst()
  return row?.stopped_at ?? null
}

export async function saveStop(
  directory: Kysely<Tables>,
  stop: { phoneHash: string; at: Date },
): Promise<void> {
  await sql`
    insert into sms_stops (phone_hash, stopped_at)
    select ${stop.phoneHash}, ${stop.at}::timestamptz from (select ${getLock(stop.phoneHash)}) as locked
    on conflict (phone_hash) do nothing
  `.execute(directory)
}

export async function removeStop(directory: Kysely<Tables>, phoneHash: string): Promise<void> {
  await sql`
    delete from sms_stops
    using (select ${getLock(phoneHash)}) as locked where phone_hash = ${phoneHash}
  `.execute(directory)
}
