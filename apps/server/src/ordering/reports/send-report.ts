import { type Report, type ReportFileFormat, type ReportKind, shopFormats } from '@stockcast/contract'
import { toEpochDay } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isStale } from '../../kernel/shop-facts/is-stale.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findFigures } from './figures/find-figures.ts'
import { storeReport } from './mail-report.ts'
import { findReport, listSettings } from './queries.ts'
import { reportFile } from './report-file.ts'
import { daysOf, periodOf } from './schedule.ts'

/** Makes a report of now and mails it to the caller, besides those of the schedule. Throws `precondition_failed` for old figures. */
export async function sendReport(
  context: Context<'clock' | 'config'> & Pick<Kernel, 'jobs' | 'live'>,
  { kind, caller }: { kind: ReportKind; caller: SignedIn },
): Promise<void> {
  const { merchantId, tx, clock } = context
  const now = clock.now()
  const shop = await requireShopFacts(tx, merchantId)
  if (shop.forecastAsOf === null)
    throw new AppError('precondition_failed', 'There are no figures yet. They come with the first forecast.')
  if (isStale(shop, now))
    throw new AppError(
      'precondition_failed',
      'The stock was not read from your store for a while, so the figures would be old. Try again when it is.',
    )
  const day = toEpochDay(now, shop.timeZone)
  const days = daysOf(kind, day)
  const figures = await findFigures(context, { kind, days })
  const [settings] = await listSettings(tx, { merchantId, kind })
  const report = { kind, period: periodOf(kind, day), ...days, figures }
  await storeReport(
    context,
    { ...report, askedBy: caller.userId, outcome: 'made' },
    { shop, userIds: [caller.userId], fileFormat: settings?.fileFormat ?? 'xlsx' },
  )
}

/** Returns a report as it was made; another merchant's and a missing one are the same 404. */
export async function getReport(
  { merchantId, tx }: Context,
  { reportId }: { reportId: number },
): Promise<Report> {
  const found = await findReport(tx, { merchantId, reportId })
  if (!found) throw new AppError('not_found', 'This report does not exist.')
  return { ...found, madeAt: found.madeAt.toISOString() }
}

/** Returns what the file of a report is drawn from; `reportFile` then needs no transaction. */
export async function readFile(context: Context, of: { reportId: number }) {
  const report = await getReport(context, of)
  const shop = await requireShopFacts(context.tx, context.merchantId)
  const file = { report, shop: shop.shopName, formats: shopFormats(shop.countryCode) }
  return (format: ReportFileFormat) => reportFile(file, format)
}
