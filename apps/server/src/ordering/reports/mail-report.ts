import {
  DAY_MS,
  REPORT_LINK_DAYS,
  type Report,
  type ReportFileFormat,
  shopFormats,
} from '@stockcast/contract'
import { queueMail } from '../../alerts/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { holdTeam, listTeam, type TeamPerson } from '../../kernel/people/queries.ts'
import type { ShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { insertMailedReport, insertReport, type NewReport } from './queries.ts'
import { fileUrl, stopReportUrl } from './report-links.ts'
import { reportMail } from './report-mail.ts'

type MailContext = Context<'clock' | 'config'> & Pick<Kernel, 'jobs' | 'live'>

/** Stores a report of now, and mails its figures to these people of the shop; not when its period has a report. */
export async function storeReport(
  context: MailContext,
  report: Omit<NewReport, 'merchantId' | 'madeAt'>,
  to: { shop: ShopFacts; userIds: readonly string[]; fileFormat: ReportFileFormat },
): Promise<void> {
  const { merchantId, tx, clock } = context
  const { figures } = report
  const { shop, userIds, fileFormat } = to
  const id = await insertReport(tx, { ...report, merchantId, madeAt: clock.now() })
  if (id === undefined || figures === null) return
  await holdTeam(tx, merchantId)
  const people = (await listTeam(tx, merchantId)).filter(({ userId }) => userIds.includes(userId))
  await mailReport(context, { report: { ...report, id, figures }, shop, people, fileFormat })
}

/** Puts the mail of a report into the outbox of each person, in the transaction that stores the report. */
async function mailReport(
  context: MailContext,
  args: {
    report: Pick<Report, 'id' | 'kind' | 'startsOn' | 'endsOn' | 'figures'>
    shop: Pick<ShopFacts, 'shopName' | 'countryCode'>
    people: readonly TeamPerson[]
    fileFormat: ReportFileFormat
  },
): Promise<void> {
  const { merchantId, tx, clock, config } = context
  const { report, shop, people, fileFormat } = args
  const expiresAt = new Date(clock.now().getTime() + REPORT_LINK_DAYS * DAY_MS)
  for (const { userId, email, recipientId } of people) {
    const of = { merchantId, reportId: report.id, userId }
    const stopUrl = stopReportUrl(config, { merchantId, kind: report.kind, userId })
    const content = reportMail({
      report,
      shop: shop.shopName,
      formats: shopFormats(shop.countryCode),
      publicUrl: config.publicUrl,
      fileUrl: fileUrl(config, of),
      stopUrl,
    })
    const deliveryId = await queueMail(context, tx, {
      merchantId,
      recipientId,
      kind: 'report',
      to: email,
      content,
      unsubscribeUrl: stopUrl,
      usefulUntil: expiresAt,
    })
    await insertMailedReport(tx, { ...of, fileFormat, deliveryId, expiresAt })
  }
}
