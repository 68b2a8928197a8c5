import {
  currencyOfRow,
  type FigureKind,
  type FigureValue,
  majorAmount,
  minorDigits,
  type Report,
  type ReportFigures,
  type ReportFileFormat,
  reportFacts,
  type ShopFormats,
  writeFigure,
  writePeriod,
} from '@stockcast/contract'
import { DAY_FORMAT, type SheetCell, writeWorkbook } from '../../providers/files/write-workbook.ts'
import { writePdf } from '../../providers/pdf/write-pdf.ts'

/** More rows are for a workbook: a document of these has some twenty pages. */
const ROWS_IN_PDF = 1000

const widths: Record<FigureKind, { characters: number; share: number }> = {
  text: { characters: 24, share: 14 },
  units: { characters: 12, share: 8 },
  decimal: { characters: 12, share: 8 },
  share: { characters: 14, share: 8 },
  days: { characters: 12, share: 8 },
  day: { characters: 12, share: 9 },
  money: { characters: 16, share: 12 },
}
const NAME = { characters: 44, share: 30 }

interface ReportFile {
  report: Pick<Report, 'kind' | 'startsOn' | 'endsOn' | 'madeAt' | 'figures'>
  shop: string | null
  formats: ShopFormats
}

/** Returns a report as a file, drawn from its stored figures, with a name such as `overstock-2026-12-01.xlsx`. */
export async function reportFile(
  file: ReportFile,
  format: ReportFileFormat,
): Promise<{ fileName: string; content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }> {
  const { kind, endsOn } = file.report
  const fileName = `${kind.replace('_', '-')}-${endsOn}.${format}`
  return { fileName, content: format === 'pdf' ? await toPdf(file) : toWorkbook(file) }
}

function toWorkbook({ report, formats }: ReportFile): ReadableStream<Uint8Array> {
  const { figures } = report
  const columns = figures.columns.map(({ head, kind }, index) => ({
    head: kind === 'money' && figures.currencyColumn === null ? `${head} (${figures.currency})` : head,
    width: index === 0 ? NAME.characters : widths[kind].characters,
    ...formatOf(kind, figures),
  }))
  return writeWorkbook({ sheet: reportFacts[report.kind].title, columns, rows: sheetRows(figures, formats) })
}

function formatOf(kind: FigureKind, figures: ReportFigures): { format?: string } {
  switch (kind) {
    case 'day':
      return { format: DAY_FORMAT }
    case 'share':
      return { format: '0%' }
    case 'decimal':
      return { format: '0.0' }
    case 'money': {
      const digits = figures.currencyColumn === null ? minorDigits(figures.currency) : 2
      return { format: digits === 0 ? '0' : `0.${'0'.repeat(digits)}` }
    }
    default:
      return {}
  }
}

async function* sheetRows(figures: ReportFigures, formats: ShopFormats): AsyncGenerator<SheetCell[]> {
  for (const row of figures.rows) {
    const currency = currencyOfRow(figures, row)
    yield figures.columns.map(({ kind }, index) => sheetCell(kind, row[index] ?? null, currency))
  }
  yield []
  for (const total of figures.totals) yield [{ text: total.label }, { text: writeFigure(total, formats) }]
  for (const note of notesOf(figures, figures.rows.length, formats)) yield [{ text: note }]
}

function sheetCell(kind: FigureKind, value: FigureValue, currency: string): SheetCell {
  if (kind === 'day') return { day: value === null ? null : String(value) }
  if (typeof value === 'string' || kind === 'text') return { text: value === null ? null : String(value) }
  return { number: value !== null && kind === 'money' ? majorAmount(value, currency) : value }
}

function toPdf({ report, shop, formats }: ReportFile): Promise<Uint8Array<ArrayBuffer>> {
  const { figures } = report
  const rows = figures.rows.slice(0, ROWS_IN_PDF)
  // Amounts are written with the sign of their currency.
  const shown = figures.columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index }) => index !== figures.currencyColumn)
  return writePdf({
    title: reportFacts[report.kind].title,
    facts: [...(shop === null ? [] : [['Shop', shop] as const]), ['About', writePeriod(report, formats)]],
    logo: null,
    blocks: [],
    columns: shown.map(({ head, kind, index }) => ({
      head,
      share: index === 0 ? NAME.share : widths[kind].share,
      align: kind === 'text' || kind === 'day' ? 'left' : 'right',
      isWhole: kind !== 'text',
    })),
    rows: rows.map((row) => {
      const currency = currencyOfRow(figures, row)
      return shown.map(({ kind, index }) =>
        writeFigure({ kind, value: row[index] ?? null, currency }, formats),
      )
    }),
    totals: figures.totals.map((total) => `${total.label}: ${writeFigure(total, formats)}`),
    notes: [{ head: 'About these figures', lines: notesOf(figures, rows.length, formats) }].filter(
      ({ lines }) => lines.length > 0,
    ),
    footer: [reportFacts[report.kind].title, shop].filter((text) => text !== null).join('  ·  '),
    pageNumber: (page, count) => `Page ${page} of ${count}`,
    createdAt: new Date(report.madeAt),
  })
}

function notesOf(figures: ReportFigures, rows: number, formats: ShopFormats): string[] {
  const { count, drafted } = figures
  const notes = drafted === undefined ? figures.notes : [`${drafted}.`, ...figures.notes]
  if (rows >= count) return notes
  return [
    ...notes,
    `The first ${formats.number(rows)} of ${formats.number(count)} rows. Sums are over all of them.`,
  ]
}
