import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { majorAmount, minorDigits } from './money.ts'
import { roles } from './roles.ts'
import type { ShopFormats } from './shop-formats.ts'

export const reportKinds = ['to_order', 'stockouts', 'overstock', 'suppliers', 'accuracy'] as const
export type ReportKind = (typeof reportKinds)[number]

/** How often a report comes, what it is called, and what one of its rows is. */
export const reportFacts: Readonly<
  Record<ReportKind, { every: 'week' | 'month'; title: string; rows: readonly [one: string, more: string] }>
> = {
  to_order: { every: 'week', title: 'What to order', rows: ['product', 'products'] },
  stockouts: { every: 'month', title: 'Stockouts and lost sales', rows: ['product', 'products'] },
  overstock: { every: 'month', title: 'Overstock', rows: ['product', 'products'] },
  suppliers: { every: 'month', title: 'Supplier scores', rows: ['supplier', 'suppliers'] },
  accuracy: { every: 'month', title: 'Forecast accuracy', rows: ['product', 'products'] },
}

export const MAX_REPORT_RECIPIENTS = 10
/** How long the link to a mailed file works. */
export const REPORT_LINK_DAYS = 14
/** How long a report can be opened in the app. */
export const REPORT_KEPT_DAYS = 190

export const reportFileFormats = ['xlsx', 'pdf'] as const
export type ReportFileFormat = (typeof reportFileFormats)[number]

/** `PUT /api/reports/{kind}`. */
export const reportSettingsSchema = z
  .object({
    isOn: z.boolean(),
    /** 1 Monday to 7 Sunday, for a weekly report. */
    weekday: z.number().int().min(1).max(7),
    /** For a monthly report; every month has the 28th. */
    dayOfMonth: z.number().int().min(1).max(28),
    /** In the shop's time zone. */
    hour: z.number().int().min(0).max(23),
    fileFormat: z.enum(reportFileFormats),
    /** Whether nothing is sent when there is nothing to report. */
    skipsEmpty: z.boolean(),
    /** People of the shop, by user id. */
    recipients: z
      .array(z.string().max(64))
      .max(MAX_REPORT_RECIPIENTS, `A report goes to at most ${MAX_REPORT_RECIPIENTS} people.`),
  })
  .refine(({ isOn, recipients }) => !isOn || recipients.length > 0, {
    path: ['recipients'],
    message: 'Choose who gets it.',
  })
export type ReportSettings = z.infer<typeof reportSettingsSchema>

/** What became of a due report: made, or why not (nothing to report, stale figures, no plan, no recipient). */
export const reportOutcomes = ['made', 'empty', 'stale', 'plan_ended', 'no_recipient'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

const pastReport = {
  id: z.int(),
  kind: z.enum(reportKinds),
  madeAt: instantSchema,
  /** The days that its figures cover; a single day for figures of one moment. */
  startsOn: daySchema,
  endsOn: daySchema,
  /** Whether a person requested the report outside of the schedule. */
  isAsked: z.boolean(),
}

/** `GET /api/reports`. */
export const reportsSchema = z.object({
  reports: z.array(
    z.object({
      kind: z.enum(reportKinds),
      ...reportSettingsSchema.shape,
      /** When it is made next; null while it is off. */
      nextAt: instantSchema.nullable(),
    }),
  ),
  people: z.array(
    z.object({ userId: z.string(), email: z.string(), role: z.enum(roles), isYou: z.boolean() }),
  ),
  /** The latest reports, newest first. */
  past: z.array(z.object({ ...pastReport, outcome: z.enum(reportOutcomes), rows: z.int() })),
  timeZone: z.string(),
})
export type Reports = z.infer<typeof reportsSchema>

/** What a figure is: a share is from 0 to 1, money is in minor units. */
const figureKinds = ['text', 'units', 'decimal', 'share', 'days', 'day', 'money'] as const
export type FigureKind = (typeof figureKinds)[number]

const valueSchema = z.union([z.string(), z.number()]).nullable()

/** The figures of a report, defined once: mail, file and page write them with `writeFigure`. Null is unknown. */
export const reportFiguresSchema = z.object({
  /** The first column is a name. */
  columns: z.array(z.object({ head: z.string(), kind: z.enum(figureKinds) })),
  rows: z.array(z.array(valueSchema)),
  /** The variant or supplier of each row. */
  ids: z.array(z.int()),
  /** Totals over all rows, including rows that are not kept. */
  totals: z.array(
    z.object({ label: z.string(), kind: z.enum(figureKinds), value: valueSchema, currency: z.string() }),
  ),
  /** The shop's currency, which amounts have unless a column names another one. */
  currency: z.string(),
  currencyColumn: z.int().nullable(),
  /** How many rows there are; the first of them are kept. */
  count: z.int(),
  /** Notes on the figures, as sentences. */
  notes: z.array(z.string()),
  /** Says how many due products are in unsent drafts; absent for none. With it, a report without rows is sent. */
  drafted: z.string().optional(),
})
export type ReportFigures = z.infer<typeof reportFiguresSchema>
export type FigureValue = z.infer<typeof valueSchema>

/** `GET /api/reports/{id}`. */
export const reportSchema = z.object({ ...pastReport, figures: reportFiguresSchema })
export type Report = z.infer<typeof reportSchema>

/** Returns the currency of the amounts of a row. */
export function currencyOfRow({ currency, currencyColumn }: ReportFigures, row: readonly FigureValue[]) {
  return currencyColumn === null ? currency : String(row[currencyColumn] ?? currency)
}

/** Writes a figure for people, the same in mails, files and on screen; a dash for what is unknown. */
export function writeFigure(
  { kind, value, currency }: { kind: FigureKind; value: FigureValue; currency: string },
  formats: ShopFormats,
): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'string')
    return kind === 'day' ? formats.date(Date.parse(`${value}T00:00:00Z`), 'day') : value
  switch (kind) {
    case 'money':
      return formats.money(majorAmount(value, currency), currency, minorDigits(currency))
    case 'share':
      return `${formats.number(value * 100)}%`
    case 'decimal':
      return formats.number(value, 1)
    default:
      return formats.number(value)
  }
}

/** Writes the number of rows and the totals of a report, or that there is nothing to report, and how many due products are in drafts. */
export function writeSummary(
  { kind, figures: { count, totals, drafted } }: Pick<Report, 'kind' | 'figures'>,
  formats: ShopFormats,
): string {
  if (count === 0) return `${drafted ?? 'There is nothing to report'}.`
  const sums = totals.map((total) => `${total.label}:\u00a0${writeFigure(total, formats)}`)
  const summary = [writeRowCount(kind, count, formats), ...sums].join('\u00a0· ')
  return drafted === undefined ? summary : `${summary}. ${drafted}.`
}

/** Writes a number of rows: `3 products`. */
export const writeRowCount = (kind: ReportKind, count: number, formats: ShopFormats): string =>
  `${formats.number(count)} ${reportFacts[kind].rows[count === 1 ? 0 : 1]}`

/** Writes what a report is about: `October 2026` for a whole month, otherwise the day of its figures. */
export function writePeriod(
  { startsOn, endsOn }: Pick<Report, 'startsOn' | 'endsOn'>,
  formats: ShopFormats,
): string {
  const at = Date.parse(`${startsOn}T00:00:00Z`)
  return formats.date(at, startsOn === endsOn ? 'dayWithYear' : 'month')
}
