import type {
  ReportFigures,
  ReportFileFormat,
  ReportKind,
  ReportOutcome,
  ReportSettings,
} from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'

interface ReportKey {
  merchantId: number
  kind: ReportKind
}

export interface StoredSettings extends ReportSettings {
  kind: ReportKind
  countedFrom: Date
  /** Since when it waits for figures that are up to date; null while it does not. */
  waitingSince: Date | null
  /** The latest period that had its report; null for none. */
  lastPeriod: string | null
}

/** Returns the settings that were ever saved; of one report, they are locked. */
export async function listSettings(
  tx: Tx,
  { merchantId, kind }: { merchantId: number; kind?: ReportKind },
): Promise<StoredSettings[]> {
  const lock = kind === undefined ? sql`` : sql`for update`
  const isOfKind = kind === undefined ? sql`true` : sql`s.kind = ${kind}`
  const { rows } = await sql<StoredSettings>`
    select s.kind, s.is_on as "isOn", s.weekday, s.day_of_month as "dayOfMonth", s.hour, s.file_format as "fileFormat",
      s.skips_empty as "skipsEmpty", s.counted_from as "countedFrom", s.waiting_since as "waitingSince",
      array(select r.user_id::text from report_recipients r
        where r.merchant_id = ${merchantId} and r.kind = s.kind order by r.user_id) as recipients,
      (select max(p.period) from reports p
        where p.merchant_id = ${merchantId} and p.kind = s.kind and p.asked_by is null) as "lastPeriod"
    from report_settings s where s.merchant_id = ${merchantId} and ${isOfKind} ${lock}
  `.execute(tx)
  return rows
}

export async function saveSettings(
  tx: Tx,
  { merchantId, kind }: ReportKey,
  { recipients, countedFrom, ...settings }: ReportSettings & { countedFrom: Date },
): Promise<void> {
  const values = {
    is_on: settings.isOn,
    weekday: settings.weekday,
    day_of_month: settings.dayOfMonth,
    hour: settings.hour,
    file_format: settings.fileFormat,
    skips_empty: settings.skipsEmpty,
    counted_from: countedFrom,
    waiting_since: null,
  }
  await tx
    .insertInto('report_settings')
    .values({ merchant_id: merchantId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'kind']).doUpdateSet(values))
    .execute()
  await sql`
    delete from report_recipients where merchant_id = ${merchantId} and kind = ${kind}
      and user_id <> all(${recipients}::uuid[])
  `.execute(tx)
  await sql`
    insert into report_recipients (merchant_id, kind, user_id)
    select ${merchantId}, ${kind}, id from unnest(${recipients}::uuid[]) chosen (id) on conflict do nothing
  `.execute(tx)
}

/** Stores from when the next report is counted, and since when it waits. */
export async function saveProgress(
  tx: Tx,
  { merchantId, kind }: ReportKey,
  { countedFrom, waitingSince }: Pick<StoredSettings, 'countedFrom' | 'waitingSince'>,
): Promise<void> {
  await tx
    .updateTable('report_settings')
    .set({ counted_from: countedFrom, waiting_since: waitingSince })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .execute()
}

/** Removes somebody from one report, as its link does, or from all, as when they leave the shop. */
export async function deleteRecipient(
  tx: Tx,
  { merchantId, kind, userId }: { merchantId: number; kind?: ReportKind; userId: string },
): Promise<void> {
  await tx
    .deleteFrom('report_recipients')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .execute()
}

export interface NewReport extends ReportKey {
  period: string
  askedBy: string | null
  outcome: ReportOutcome
  madeAt: Date
  startsOn: string
  endsOn: string
  figures: ReportFigures | null
}

/** Stores a report; returns undefined when its period has one. */
export async function insertReport(tx: Tx, report: NewReport): Promise<number | undefined> {
  const row = await tx
    .insertInto('reports')
    .values({
      merchant_id: report.merchantId,
      kind: report.kind,
      period: report.period,
      asked_by: report.askedBy,
      outcome: report.outcome,
      made_at: report.madeAt,
      starts_on: report.startsOn,
      ends_on: report.endsOn,
      figures: report.figures === null ? null : JSON.stringify(report.figures),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface MailedReport {
  merchantId: number
  reportId: number
  userId: string
  fileFormat: ReportFileFormat
  expiresAt: Date
}

export async function insertMailedReport(tx: Tx, mail: MailedReport & { deliveryId: number }): Promise<void> {
  await tx
    .insertInto('report_mails')
    .values({
      merchant_id: mail.merchantId,
      report_id: mail.reportId,
      user_id: mail.userId,
      file_format: mail.fileFormat,
      delivery_id: mail.deliveryId,
      expires_at: mail.expiresAt,
    })
    .execute()
}

/** Forgets what somebody was mailed, so that none of their links works again. */
export async function deleteMailedReports(
  tx: Tx,
  { merchantId, userId }: Pick<MailedReport, 'merchantId' | 'userId'>,
): Promise<void> {
  await tx
    .deleteFrom('report_mails')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute()
}

export async function findMailedReport(
  tx: Tx,
  key: Pick<MailedReport, 'merchantId' | 'reportId' | 'userId'>,
): Promise<Pick<MailedReport, 'fileFormat' | 'expiresAt'> | undefined> {
  return tx
    .selectFrom('report_mails')
    .select(['file_format as fileFormat', 'expires_at as expiresAt'])
    .where('merchant_id', '=', key.merchantId)
    .where('report_id', '=', key.reportId)
    .where('user_id', '=', key.userId)
    .executeTakeFirst()
}

/** Returns the deliveries of a kind of report to somebody. */
export async function listDeliveryIds(
  tx: Tx,
  { merchantId, kind, userId }: ReportKey & { userId: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.delivery_id as id from report_mails m
    join reports r on r.merchant_id = ${merchantId} and r.id = m.report_id and r.kind = ${kind}
    where m.merchant_id = ${merchantId} and m.user_id = ${userId}
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export interface StoredReport {
  id: number
  kind: ReportKind
  madeAt: Date
  startsOn: string
  endsOn: string
  isAsked: boolean
}

const columns = sql`r.id, r.kind, r.made_at as "madeAt", r.starts_on as "startsOn", r.ends_on as "endsOn",
  r.asked_by is not null as "isAsked"`

/** Returns the latest reports, newest first, with the number of their rows. */
export async function listReports(
  tx: Tx,
  { merchantId, limit }: { merchantId: number; limit: number },
): Promise<(StoredReport & { outcome: ReportOutcome; rows: number })[]> {
  const { rows } = await sql<StoredReport & { outcome: ReportOutcome; rows: number }>`
    select ${columns}, r.outcome, coalesce((r.figures ->> 'count')::integer, 0) as rows
    from reports r where r.merchant_id = ${merchantId} order by r.made_at desc, r.id desc limit ${limit}
  `.execute(tx)
  return rows
}

/** Returns a report that was made. */
export async function findReport(
  tx: Tx,
  { merchantId, reportId }: { merchantId: number; reportId: number },
): Promise<(StoredReport & { figures: ReportFigures }) | undefined> {
  const { rows } = await sql<StoredReport & { figures: ReportFigures }>`
    select ${columns}, r.figures from reports r
    where r.merchant_id = ${merchantId} and r.id = ${reportId} and r.figures is not null
  `.execute(tx)
  return rows[0]
}
