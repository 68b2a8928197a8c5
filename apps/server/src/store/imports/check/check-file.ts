import {
  IMPORT_PREVIEW_ROWS,
  type Import,
  type ImportFault,
  type ImportTotals,
  type LeftOut,
} from '@stockcast/contract'
import { type CsvRecord, isHeadAgain, isTotalRow, type TableReader } from '@stockcast/tables'
import { FileRefused } from '../../../providers/files/file-refused.ts'
import { shownCell } from '../../../providers/files/find-columns.ts'
import { createLeftOutRows } from '../../../providers/files/left-out-rows.ts'
import { readRecords } from '../../../providers/files/read-records.ts'
import type { OpenFile } from '../../../providers/files/read-rows.ts'
import { getHeadHash } from '../columns/head-hash.ts'
import type { SalesChunk } from '../staged-queries.ts'
import type { CellContext } from './cells.ts'
import { createItemsCheck } from './check-items.ts'
import { createSalesCheck, type SalesRules } from './check-sales.ts'
import { createFaultList, type FaultList, type FileCheck, noTotals } from './file-check.ts'
import { type Catalogue, importedVariants } from './item-ids.ts'
import type { Item } from './item-rows.ts'
import type { Header } from './layouts.ts'
import type { RepeatedSkus } from './repeated-skus.ts'
import { readingOf, type SurveyArgs, type Surveyed, surveyFile } from './survey-file.ts'

/** Takes what is to be staged while the file is read; `bytes` are those read so far. */
export interface Progress {
  read(bytes: number): Promise<void>
  sales(bytes: number, chunk: number, content: SalesChunk): Promise<void>
  items(bytes: number, chunk: number, content: Item[]): Promise<void>
}

export interface CheckedFile {
  layout: Import['layout']
  preview: Import['preview']
  columns: Pick<Import, 'headHash' | 'columns'>
  totals: ImportTotals
  faults: readonly ImportFault[]
  faultsTotal: number
  leftOut: LeftOut
  /** Whether rows were staged that may be imported without the faulty ones. */
  isUsable: boolean
}

export interface CheckArgs extends SurveyArgs {
  context: CellContext
  /** The rules for files of sales; null for files of products. */
  rules: SalesRules | null
  /** The variants that a file of products may mean. */
  catalogue: Catalogue
  progress: Progress
}

/** Between two chunks, progress is reported after this many bytes. */
const BYTES_PER_STEP = 4 * 1024 * 1024
const PREVIEW_COLUMNS = 9
const PREVIEW_CHARACTERS = 120

/**
 * Checks every record of the file, to be used on a thread of its own. A first pass takes notice of all cells, because a column is
 * read as all of it shows; the second one reads them.
 */
export async function checkFile(file: OpenFile, args: CheckArgs): Promise<CheckedFile> {
  const faults = createFaultList()
  const table = await surveyFile(file, args)
  const reading = createReading(args, { faults, table })
  let bytes = 0
  let statedBytes = 0
  const count = (arrived: number) => {
    bytes += arrived
  }
  try {
    for await (const { records } of readRecords(counted(file(), count), readingOf(args))) {
      for (const record of records) reading.read(record)
      if (reading.isHopeless()) break
      if (await reading.stage(bytes, false)) statedBytes = bytes
      if (bytes - statedBytes < BYTES_PER_STEP) continue
      await args.progress.read(bytes)
      statedBytes = bytes
    }
  } catch (error) {
    if (!(error instanceof FileRefused) || error.file.line === null) throw error
    faults.add(error.file.line, null, error.words)
    faults.ask()
  }
  reading.end()
  if (!faults.isAsking()) await reading.stage(bytes, true)
  return {
    layout: reading.header()?.layout ?? null,
    preview: reading.preview,
    columns: table === null ? { headHash: null, columns: [] } : shownColumns(table),
    totals: { ...reading.totals(), rowsLeftOut: faults.rows() },
    faults: faults.kept,
    faultsTotal: faults.total(),
    leftOut: reading.leftOut(),
    isUsable: !faults.isAsking() && reading.hasStaged(),
  }
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    count(piece.length)
    yield piece
  }
}

/** Columns of exported orders that are not read may be about buyers, and show no values. */
function shownColumns(table: Surveyed): CheckedFile['columns'] {
  const { names, at, wide, rivals } = table.columns
  const hidesUnread = 'header' in table && table.header.layout === 'shopify_orders'
  const fieldAt = new Map([...at].map(([field, index]) => [index, field]))
  const mayBe = new Map(rivals.flatMap(({ field, indexes }) => indexes.map((index) => [index, field])))
  const isWide = new Set(wide.map(({ index }) => index))
  return {
    headHash: getHeadHash(names),
    columns: table.samples.values().map((values, index) => {
      const field = fieldAt.get(index) ?? null
      const isRead = field !== null || isWide.has(index)
      const may = mayBe.get(index)
      const shown = isRead || !hidesUnread ? values : []
      return { header: names[index]!, field, isRead, values: shown, ...(may !== undefined && { mayBe: may }) }
    }),
  }
}

type Stager = { check: FileCheck<unknown>; stage: (bytes: number, isEnd: boolean) => Promise<boolean> }

function createReading(args: CheckArgs, { faults, table }: { faults: FaultList; table: Surveyed | null }) {
  const preview: Import['preview'] = { columns: [], rows: [], sheet: table?.sheet ?? null }
  let stager: Stager | null = null
  let shownColumns: number[] = []
  let staged = 0
  const header = table !== null && 'header' in table ? table.header : null
  const codes = ['sku', 'barcode'].flatMap((field) => header?.at.get(field) ?? [])
  if (table !== null && 'header' in table) {
    shownColumns = previewColumns(table.header)
    preview.columns = shownColumns.map((index) => table.header.names[index]!)
    stager = createStager(args, { ...table, faults })
  } else {
    for (const { line, column, reason } of table?.faults ?? []) faults.add(line, column, reason)
    faults.ask()
  }

  const read = (record: CsvRecord) => {
    if (header === null || stager === null || record.line <= header.line) return
    if (isTotalRow(record.cells, codes) || isHeadAgain(record.cells, header.names)) return
    if (preview.rows.length < IMPORT_PREVIEW_ROWS) {
      preview.rows.push(
        shownColumns.map((i) => shownCell((record.cells[i] ?? '').trim().slice(0, PREVIEW_CHARACTERS))),
      )
    }
    if (record.cells.length > header.names.length && record.cells.slice(header.names.length).some(Boolean)) {
      return faults.add(record.line, null, 'the row has more cells than the first line has columns')
    }
    stager.check.read(record)
  }
  const hidden = header?.layout === 'shopify_orders' ? new Set(header.at.values()) : null
  const leftOut = createLeftOutRows(header?.names ?? [])
  const readNoting = (record: CsvRecord) => {
    const [before, kept] = [faults.rows(), faults.kept.length]
    read(record)
    if (faults.rows() === before || faults.kept.length === kept) return
    const reason = faults.kept
      .slice(kept)
      .map((fault) => [fault.column, fault.reason].filter(Boolean).join(' '))
    // Nothing about a buyer is kept.
    const cells = record.cells.map((cell, index) => (hidden === null || hidden.has(index) ? cell : ''))
    leftOut.add({ line: record.line, cells, reason: reason.join('; ') })
  }
  const totals = () => stager?.check.totals() ?? noTotals
  return {
    preview,
    read: readNoting,
    leftOut: leftOut.all,
    header: () => header,
    totals,
    hasStaged: () => staged > 0,
    isHopeless: () => header === null,
    stage: async (bytes: number, isEnd: boolean) => {
      if (faults.isAsking() || !(await stager?.stage(bytes, isEnd))) return false
      staged++
      return true
    },
    /** Adds a fault for a file without a row. */
    end: () => {
      if (faults.total() > 0) return
      if (header === null) faults.add(1, null, 'the file is empty')
      else if (totals().rows === 0) faults.add(header.line + 1, null, 'there is no row below the first line')
    },
  }
}

function createStager(
  args: CheckArgs,
  table: { header: Header; reader: TableReader; repeated: RepeatedSkus; faults: FaultList },
): Stager {
  const { header, reader, repeated, faults } = table
  if (args.kind === 'products') {
    const check = createItemsCheck({
      header,
      cells: { currency: args.context.currency, table: reader, resolve: importedVariants(args.catalogue) },
      repeated,
      faults,
      quota: args.quota,
    })
    return { check, stage: staging(check, args.progress.items) }
  }
  if (args.rules === null) throw new RangeError('rules are needed for a file of sales')
  const check = createSalesCheck({ ...args, header, table: reader, faults, rules: args.rules })
  return { check, stage: staging(check, args.progress.sales) }
}

function staging<Chunk>(
  check: FileCheck<Chunk>,
  write: (bytes: number, chunk: number, content: Chunk) => Promise<void>,
): Stager['stage'] {
  let chunk = 0
  return async (bytes, isEnd) => {
    const content = check.takeChunk(isEnd)
    if (content === null) return false
    await write(bytes, chunk++, content)
    return true
  }
}

/**
 * Returns the columns to preview: only those that the import reads, so that nothing about a buyer is shown.
 */
function previewColumns({ layout, names, at, wide }: Header): number[] {
  const read = [...at.values(), ...wide.map(({ index }) => index)]
  const known = [...new Set(read)].sort((a, b) => a - b)
  const all = layout === 'sales_days' ? names.map((_, index) => index) : known
  return all.slice(0, PREVIEW_COLUMNS)
}
