import type { ImportKind } from '@stockcast/contract'
import { type TableReader, tableReader } from '@stockcast/tables'
import type { SheetChoice } from '@stockcast/tables/workbook'
import type { ImportQuota } from '../../../kernel/quotas/quotas.ts'
import { FileRefused } from '../../../providers/files/file-refused.ts'
import { readRecords } from '../../../providers/files/read-records.ts'
import type { OpenFile } from '../../../providers/files/read-rows.ts'
import type { Encoding } from '../../../providers/files/text-of.ts'
import type { ColumnChoices } from '../columns/head-hash.ts'
import { AMOUNTS, columnNames } from './column-names.ts'
import { createSamples, type Samples } from './column-samples.ts'
import { type Columns, type Header, readHeader } from './layouts.ts'
import { createRepeatedSkus, type RepeatedSkus } from './repeated-skus.ts'

export interface SurveyArgs {
  kind: ImportKind
  encoding: Encoding
  /** What the merchant chose for the columns of files like this. */
  choices: ColumnChoices
  quota: ImportQuota
}

/** The columns of a file, and how they are read; or why it is none. */
export type Surveyed = { samples: Samples; columns: Columns; sheet: SheetChoice | null } & (
  | { header: Header; reader: TableReader; repeated: RepeatedSkus }
  | { faults: { line: number; column: string | null; reason: string }[] }
)

/** Lines above the one that names the columns, such as a title. */
const MAX_TITLE_LINES = 10

/** Finds the row that names the columns, and takes notice of every cell below it. */
export async function surveyFile(file: OpenFile, args: SurveyArgs): Promise<Surveyed | null> {
  const { kind, choices } = args
  let table: Extract<Surveyed, { header: unknown }> | null = null
  let first: Extract<Surveyed, { faults: unknown }> | null = null
  /** The row that names most columns is the head, and of several the first one with most cells, because titles have few. */
  let best = { size: 0, width: 0 }
  let above = 0
  try {
    for await (const { records, sheet } of readRecords(file(), readingOf(args))) {
      for (const { line, cells } of records) {
        if (table !== null) {
          table.reader.note(cells)
          if (kind === 'products') table.repeated.note({ line, cells })
          table.samples.note(cells)
          continue
        }
        const reading = readHeader(kind, cells, { line, choices })
        if ('header' in reading) {
          const { header } = reading
          table = {
            header,
            reader: getReader(header),
            repeated: createRepeatedSkus(header),
            samples: createSamples(header.names),
            columns: header,
            sheet,
          }
          continue
        }
        const { names, at } = reading.columns
        const known = { size: at.size, width: names.filter(Boolean).length }
        if (
          first === null ||
          known.size > best.size ||
          (known.size === best.size && known.width > best.width)
        ) {
          best = known
          first = {
            faults: reading.faults.map((fault) => ({ line, ...fault })),
            samples: createSamples(names),
            columns: reading.columns,
            sheet,
          }
        } else first.samples.note(cells)
        if (++above === MAX_TITLE_LINES) return first
      }
    }
  } catch (error) {
    // The second pass reports it, with what can be read up to there.
    if (!(error instanceof FileRefused) || error.file.line === null) throw error
  }
  return table ?? first
}

/** Returns how the records of a file are read. */
export const readingOf = ({ kind, encoding, quota }: Omit<SurveyArgs, 'choices'>) => ({
  encoding,
  limits: quota,
  heads: Object.values(columnNames[kind]).flat(2),
})

const COUNTS = ['units', 'stock', 'onHand', 'committed', 'incoming']

function getReader({ at, wide, layout, names: heads }: Header): TableReader {
  const isByDay = layout === 'sales_days'
  const places = (names: readonly string[]) =>
    new Map(
      names.map((name) => [
        name,
        [
          at.get(name) ?? [],
          name === (isByDay ? 'units' : 'stock') ? wide.map(({ index }) => index) : [],
        ].flat(),
      ]),
    )
  const reader = tableReader({
    counts: places(COUNTS),
    amounts: places(AMOUNTS),
    days: [at.get('day') ?? []].flat(),
    heads,
  })
  if (isByDay) for (const { name } of wide) reader.noteDay(name)
  return reader
}
