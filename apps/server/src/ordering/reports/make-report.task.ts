import { DAY_MS, MINUTE_MS, type ReportFigures, type ReportOutcome, reportKinds } from '@stockcast/contract'
import { z } from 'zod'
import { isReadOnly } from '../../kernel/access/access.ts'
import { clearDue, setDue } from '../../kernel/due/queries.ts'
import { sendDue } from '../../kernel/due/send-due.ts'
import { defineSchedule, defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listTeam } from '../../kernel/people/queries.ts'
import { isStale } from '../../kernel/shop-facts/is-stale.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { type Context, inTransaction } from '../../kernel/verb-context.ts'
import { findFigures } from './figures/find-figures.ts'
import { storeReport } from './mail-report.ts'
import { listSettings, type StoredSettings, saveProgress } from './queries.ts'
import { daysOf, dueOccurrence, nextOccurrence, type Occurrence } from './schedule.ts'

/** A report whose job was lost is made again after this time. */
const LEASE_MS = 10 * MINUTE_MS
/** How long a report waits for up-to-date figures, and how often it checks for them. */
const WAIT_MS = DAY_MS
const LOOK_AGAIN_MS = 5 * MINUTE_MS

const data = z.object({ merchantId: z.number().int().positive(), kind: z.enum(reportKinds) })
type Key = z.infer<typeof data>

/** Makes a report that is due, and mails it. */
export const makeReportTask = defineTask({
  name: 'make-report',
  data,
  one: 'queued',
  lane: ({ kind }) => kind,
  retryLimit: 5,
  retryDelaySeconds: 30,
  concurrency: 1,
})

export const scheduleReportsTask = defineSchedule({
  name: 'schedule-reports',
  cron: '* * * * *',
  retryLimit: 2,
})

/** Sends `make-report` for every report that is due. Repeating it is harmless. */
export async function scheduleReports(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await sendDue(kernel, {
    kind: 'report',
    leaseMs: LEASE_MS,
    send: (tx, taken) =>
      kernel.jobs.sendAll(
        makeReportTask,
        taken.map(({ merchantId, lane }) => ({ data: data.parse({ merchantId, kind: lane }) })),
        { tx },
      ),
  })
}

type Plan =
  | { kind: 'off' | 'not_yet' }
  | { kind: 'wait'; until: Date }
  | { kind: 'end'; occurrence: Occurrence; outcome: ReportOutcome; figures: ReportFigures | null }

/**
 * Makes a report if it is due. Its figures are read from one snapshot; the report, its mails and the next due time are then
 * stored in one transaction, which locks the settings. A second run finds the report of the period already stored, and a run
 * that is killed stores nothing.
 */
export async function makeReport(kernel: Kernel, { merchantId, kind }: Key): Promise<void> {
  const read = await kernel.db.withTenantSnapshot(merchantId, async (tx) => {
    const [settings] = (await listSettings(tx, { merchantId })).filter((each) => each.kind === kind)
    return { settings, plan: await planReport({ ...kernel, merchantId, tx }, settings) }
  })
  await inTransaction(kernel, merchantId, async (context) => {
    const [settings] = await listSettings(context.tx, { merchantId, kind })
    // The settings were changed since; that change has set the due time too.
    if (settings?.countedFrom.getTime() !== read.settings?.countedFrom.getTime()) return
    await carryOut(context, settings, read.plan)
  })
}

/** Decides whether a report is made, waits or ends without figures, and computes the figures if it is made. */
async function planReport(context: Context<'clock'>, settings: StoredSettings | undefined): Promise<Plan> {
  const { merchantId, tx, clock } = context
  const now = clock.now()
  const shop = await findShopFacts(tx, merchantId)
  if (!settings?.isOn || !shop) return { kind: 'off' }
  const occurrence = dueOccurrence(settings, { after: settings.countedFrom, now }, shop.timeZone)
  if (!occurrence) return { kind: 'not_yet' }
  const end = (outcome: ReportOutcome) => ({ kind: 'end', occurrence, outcome, figures: null }) as const
  if (await isReadOnly(tx, merchantId, now)) return end('plan_ended')
  const people = await listTeam(tx, merchantId)
  if (!people.some(({ userId }) => settings.recipients.includes(userId))) return end('no_recipient')
  if (shop.forecastAsOf === null || isStale(shop, now)) {
    // The wait begins with the first check, not with the due time: after an outage the store is synced before a report is given
    // up.
    const isWaiting = now.getTime() - (settings.waitingSince ?? now).getTime() < WAIT_MS
    return isWaiting ? { kind: 'wait', until: new Date(now.getTime() + LOOK_AGAIN_MS) } : end('stale')
  }
  const days = daysOf(settings.kind, occurrence.day)
  const figures = await findFigures(context, { kind: settings.kind, days })
  if (figures.count === 0 && figures.drafted === undefined && settings.skipsEmpty) return end('empty')
  return { kind: 'end', occurrence, outcome: 'made', figures }
}

async function carryOut(
  context: Context<'clock' | 'config'> & Pick<Kernel, 'jobs' | 'live'>,
  settings: StoredSettings | undefined,
  plan: Plan,
): Promise<void> {
  const { merchantId, tx, clock } = context
  const shop = await findShopFacts(tx, merchantId)
  if (!settings || !shop || plan.kind === 'off') return
  const key = { merchantId, kind: settings.kind }
  const due = { kind: 'report', merchantId, lane: settings.kind } as const
  if (plan.kind === 'wait') {
    await saveProgress(tx, key, { ...settings, waitingSince: settings.waitingSince ?? clock.now() })
    return setDue(tx, { ...due, dueAt: plan.until })
  }
  let progress = settings
  if (plan.kind === 'end') {
    const { kind, recipients: userIds, fileFormat } = settings
    const { occurrence, outcome, figures } = plan
    const { period, day } = occurrence
    await storeReport(
      context,
      { kind, period, askedBy: null, outcome, ...daysOf(kind, day), figures },
      { shop, userIds, fileFormat },
    )
    progress = { ...settings, countedFrom: clock.now(), waitingSince: null, lastPeriod: period }
    await saveProgress(tx, key, progress)
  }
  const next = nextOccurrence(progress, progress.countedFrom, shop.timeZone)
  await setDue(tx, { ...due, dueAt: next.at })
}

/** Stores when a report is due next; a report that is switched off is never due. */
export async function noteNextReport(
  { merchantId, tx, clock }: Context<'clock'>,
  settings: StoredSettings,
  timeZone: string,
): Promise<void> {
  const due = { kind: 'report', merchantId, lane: settings.kind } as const
  if (!settings.isOn) return clearDue(tx, due)
  const { at } = nextOccurrence(settings, clock.now(), timeZone)
  await setDue(tx, { ...due, dueAt: at })
}
