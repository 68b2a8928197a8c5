import { type ReportKind, type ReportSettings, type Reports, reportKinds } from '@stockcast/contract'
import { closeOpenDeliveries } from '../../alerts/index.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listTeam } from '../../kernel/people/queries.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { ownWords } from '../../kernel/texts/delivery-texts.ts'
import { type Context, inTransaction } from '../../kernel/verb-context.ts'
import { noteNextReport } from './make-report.task.ts'
import {
  deleteMailedReports,
  deleteRecipient,
  listDeliveryIds,
  listReports,
  listSettings,
  saveSettings,
} from './queries.ts'
import { readStopReportToken } from './report-links.ts'
import { nextOccurrence } from './schedule.ts'

const PAST_REPORTS = 60

/** A report that nobody has set up: off, and on a Monday or the first of a month once it is on. */
const unset: ReportSettings = {
  isOn: false,
  weekday: 1,
  dayOfMonth: 1,
  hour: 8,
  fileFormat: 'xlsx',
  skipsEmpty: true,
  recipients: [],
}

/** Returns which reports arrive when, who may get one, and the latest ones. */
export async function getReports(
  { merchantId, tx, clock }: Context<'clock'>,
  { userId: caller }: Pick<SignedIn, 'userId'>,
): Promise<Reports> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const team = await listTeam(tx, merchantId)
  const stored = new Map((await listSettings(tx, { merchantId })).map((each) => [each.kind, each]))
  return {
    reports: reportKinds.map((kind) => {
      const found = stored.get(kind) ?? {
        kind,
        ...unset,
        countedFrom: clock.now(),
        waitingSince: null,
        lastPeriod: null,
      }
      const { countedFrom, waitingSince: _, lastPeriod: __, ...settings } = found
      const next = settings.isOn ? nextOccurrence(found, countedFrom, timeZone) : null
      return {
        ...settings,
        recipients: settings.recipients.filter((id) => team.some(({ userId }) => userId === id)),
        nextAt: next?.at.toISOString() ?? null,
      }
    }),
    people: team.map(({ userId, email, role }) => ({ userId, email, role, isYou: userId === caller })),
    past: (await listReports(tx, { merchantId, limit: PAST_REPORTS })).map((report) => ({
      ...report,
      madeAt: report.madeAt.toISOString(),
    })),
    timeZone,
  }
}

/** Saves when a report comes and who gets it. Its next time is after now: nothing that was missed is sent. */
export async function saveReport(
  context: Context<'clock' | 'live'>,
  { kind, settings, caller }: { kind: ReportKind; settings: ReportSettings; caller: SignedIn },
): Promise<Reports> {
  const { merchantId, tx, clock, live } = context
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const team = await listTeam(tx, merchantId)
  if (settings.recipients.some((id) => !team.some(({ userId }) => userId === id)))
    throw new AppError('invalid_input', 'A report goes to people of this shop.', { field: 'recipients' })
  await saveSettings(tx, { merchantId, kind }, { ...settings, countedFrom: clock.now() })
  const [saved] = await listSettings(tx, { merchantId, kind })
  await noteNextReport(context, saved!, timeZone)
  await live.publish(tx, merchantId, { type: 'deliveries' })
  return getReports(context, caller)
}

/** Ends all reports to somebody who leaves the shop, and their links for good. */
export async function endReports(tx: Tx, key: { merchantId: number; userId: string }): Promise<void> {
  await deleteRecipient(tx, key)
  await deleteMailedReports(tx, key)
}

/**
 * Ends a report for the person of a mailed link, also one that waits to be sent. Returns false for a link that is not ours; one that was
 * used before succeeds.
 */
export async function stopReport(
  kernel: Pick<Kernel, 'config' | 'db' | 'live'>,
  token: string,
): Promise<ReportKind | null> {
  const link = readStopReportToken(kernel.config.secrets, token)
  if (!link) return null
  const { merchantId, kind } = link
  await inTransaction(kernel, merchantId, async ({ tx }) => {
    await listSettings(tx, { merchantId, kind })
    await deleteRecipient(tx, link)
    const deliveryIds = await listDeliveryIds(tx, link)
    await closeOpenDeliveries(tx, { merchantId, deliveryIds }, ownWords('unsubscribed'))
    await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
  })
  return kind
}
