import {
  currencyOfRow,
  type FigureValue,
  REPORT_LINK_DAYS,
  type Report,
  type ReportFigures,
  reportFacts,
  type ShopFormats,
  writeFigure,
  writePeriod,
  writeRowCount,
  writeSummary,
} from '@stockcast/contract'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'

/** Rows that stand in the mail; the file has all of them. */
const ROWS_IN_MAIL = 10

/** Separates figures; it never begins a line. */
const DOT = '\u00a0· '

/** The page of a row, by what it is. */
const pages = { product: 'products', supplier: 'order/suppliers' } as const

/** Returns the mail of a report: what it is about, its totals, its first rows, and the link to its file. */
export function reportMail(args: {
  report: Pick<Report, 'kind' | 'startsOn' | 'endsOn' | 'figures'>
  shop: string | null
  formats: ShopFormats
  publicUrl: string
  fileUrl: string
  stopUrl: string
}): MailContent {
  const { report, shop, formats, publicUrl } = args
  const { figures } = report
  const facts = reportFacts[report.kind]
  const period = writePeriod(report, formats)
  const count =
    figures.count === 0
      ? (figures.drafted ?? 'nothing to report')
      : writeRowCount(report.kind, figures.count, formats)
  const listed = figures.rows.slice(0, ROWS_IN_MAIL)
  const more = figures.count - listed.length
  const page = pages[report.kind === 'suppliers' ? 'supplier' : 'product']
  return mailContent({
    subject: `${facts.title}, ${period}: ${count}`,
    shop,
    paragraphs: [`${facts.title}, ${period}. ${writeSummary(report, formats)}`],
    items: listed.map((row, index) => ({
      title: String(row[0] ?? ''),
      url: `${publicUrl}/${page}/${figures.ids[index]}`,
      lines: [rowText(figures, row, formats)],
      links: [],
    })),
    ...(more > 0 ? { afterItems: `And ${formats.number(more)} more in the file.` } : {}),
    link: { label: 'Open the file', url: args.fileUrl },
    footnote: [
      ...figures.notes,
      `The link works for ${REPORT_LINK_DAYS} days, without signing in: forward it only to people who may see these figures.`,
    ].join(' '),
    stop: { label: 'Stop this report', url: args.stopUrl },
  })
}

function rowText(figures: ReportFigures, row: readonly FigureValue[], formats: ShopFormats): string {
  const currency = currencyOfRow(figures, row)
  return figures.columns
    .map(({ head, kind }, index) => ({ head, index, kind, value: row[index] ?? null, currency }))
    .filter(
      ({ index, value }) => index > 0 && index !== figures.currencyColumn && value !== null && value !== '',
    )
    .map((cell) => `${cell.head}:\u00a0${writeFigure(cell, formats)}`)
    .join(DOT)
}
