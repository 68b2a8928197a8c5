import {
  IMPORT_PREVIEW_ROWS,
  type Import,
  type ImportFault,
  type ImportKind,
  type ImportTotals,
} from '@stockcast/contract'
import type { CsvRecord } from '../../../files/csv-parser.ts'
import { FileRefused } from '../../../files/file-refused.ts'
import { type OpenFile, readRows } from '../../../files/read-rows.ts'
import type { Encoding } from '../../../files/text-of.ts'
import type { ImportQuota } from '../../../quotas/quotas.ts'
import type { SalesChunk } from '../apply/staged-queries.ts'
import type { CellCalendar } from './cells.ts'
import { createItemsCheck } from './check-items.ts'
import { createSalesCheck, type SalesRules } from './check-sales.ts'
import { createFaultList, type FaultList, type FileCheck, noTotals } from './file-check.ts'
import type { Item } from './item-rows.ts'
import { type Header, readHeader } from './layouts.ts'

/** Takes what is to be staged while the file is read; `bytes` are those read so far. */
export interface Progress {
  read(bytes: number): Promise<void>
  sales(bytes: number, chunk: number, content: SalesChunk): Promise<void>
  items(bytes: number, chunk: number, content: Item[]): Promise<void>
}

export interface CheckedFile {
  layout: Import['layout']
  preview: Import['preview']
  totals: ImportTotals
  faults: readonly ImportFault[]
  faultsTotal: number
}

interface CheckArgs {
  kind: ImportKind
  encoding: Encoding
  calendar: CellCalendar
  quota: ImportQuota
  /** The rules for files of sales; null for files of products. */
  rules: SalesRules | null
  progress: Progress
  signal: AbortSignal
}

/** Between two chunks, progress is reported after this many bytes. */
const BYTES_PER_STEP = 4 * 1024 * 1024
const PREVIEW_COLUMNS = 9
const PREVIEW_CHARACTERS = 120

/** Checks every record of the file in one pass. */
export async function checkFile(file: OpenFile, args: CheckArgs): Promise<CheckedFile> {
  const faults = createFaultList()
  const reading = createReading(args, faults)
  let bytes = 0
  let statedBytes = 0
  const { encoding, signal } = args
  try {
    for await (const { records, bytesRead } of readRows(file, { encoding, limits: args.quota, signal })) {
      bytes = bytesRead
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
  }
  reading.end()
  if (faults.total() === 0) await reading.stage(bytes, true)
  return {
    layout: reading.header()?.layout ?? null,
    preview: reading.preview,
    totals: reading.totals(),
    faults: faults.kept,
    faultsTotal: faults.total(),
  }
}

type Stager = { check: FileCheck<unknown>; stage: (bytes: number, isEnd: boolean) => Promise<boolean> }

function createReading(args: CheckArgs, faults: FaultList) {
  const preview: Import['preview'] = { columns: [], rows: [] }
  let header: Header | null = null
  let hasHeaderFault = false
  let stager: Stager | null = null
  let shownColumns: number[] = []

  const readFirst = ({ line, cells }: CsvRecord) => {
    const reading = readHeader(args.kind, cells)
    if ('faults' in reading) {
      hasHeaderFault = true
      for (const { column, reason } of reading.faults) faults.add(line, column, reason)
      return
    }
    header = reading.header
    shownColumns = previewColumns(header)
    preview.columns = shownColumns.map((index) => reading.header.names[index]!)
    stager = createStager(args, { header, faults })
  }
  const read = (record: CsvRecord) => {
    if (hasHeaderFault) return
    if (header === null || stager === null) return readFirst(record)
    if (preview.rows.length < IMPORT_PREVIEW_ROWS) {
      preview.rows.push(shownColumns.map((i) => (record.cells[i] ?? '').trim().slice(0, PREVIEW_CHARACTERS)))
    }
    if (record.cells.length > header.names.length && record.cells.slice(header.names.length).some(Boolean)) {
      return faults.add(record.line, null, 'the row has more cells than the first line has columns')
    }
    stager.check.read(record)
  }
  const totals = () => stager?.check.totals() ?? noTotals
  return {
    preview,
    read,
    header: () => header,
    totals,
    isHopeless: () => hasHeaderFault,
    stage: async (bytes: number, isEnd: boolean) => (await stager?.stage(bytes, isEnd)) ?? false,
    /** Adds a fault for a file without a row. */
    end: () => {
      if (faults.total() > 0) return
      if (header === null) faults.add(1, null, 'the file is empty')
      else if (totals().rows === 0) faults.add(2, null, 'there is no row below the first line')
    },
  }
}

function createStager(args: CheckArgs, { header, faults }: { header: Header; faults: FaultList }): Stager {
  if (args.kind === 'products') {
    const check = createItemsCheck({ header, faults, quota: args.quota })
    return { check, stage: staging(check, args.progress.items) }
  }
  if (args.rules === null) throw new RangeError('rules are needed for a file of sales')
  const check = createSalesCheck({ ...args, header, faults, rules: args.rules })
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
function previewColumns({ layout, names, at }: Header): number[] {
  const known = [...new Set(at.values())].sort((a, b) => a - b)
  const all = layout === 'sales_days' ? names.map((_, index) => index) : known
  return all.slice(0, PREVIEW_COLUMNS)
}
