import {
  DAY_MS,
  REPORT_LINK_DAYS,
  type Report,
  type ReportFileFormat,
  shopFormats,
} from '@stockcast/contract'
import { queueMail } from '../../alerts/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { TeamPerson } from '../../kernel/people/queries.ts'
import type { ShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { insertMailedReport } from './queries.ts'
import { fileUrl, stopReportUrl } from './report-links.ts'
import { reportMail } from './report-mail.ts'

/** Puts the mail of a report into the outbox of each person, in the transaction that stores the report. */
export async function mailReport(
  context: Context<'clock' | 'config'> & Pick<Kernel, 'jobs' | 'live'>,
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
