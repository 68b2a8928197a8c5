import { IMPORT_FAULTS_KEPT, type ImportFault, type ImportTotals } from '@stockcast/contract'
import { BrokenRecord, type CsvRecord } from '../../../integrations/csv/index.ts'
import type { ImportQuota } from '../../../quotas/quotas.ts'

/** Reads the records of one file below its header, and collects what is to be staged. */
export interface FileCheck<Chunk> {
  read(record: CsvRecord): void
  /** Returns the collected content once it fills a chunk or the file ends; null otherwise. */
  takeChunk(isEnd: boolean): Chunk | null
  totals(): ImportTotals
}

export const noTotals: ImportTotals = {
  rows: 0,
  skus: 0,
  newSkus: 0,
  changedSkus: 0,
  unknownSkus: 0,
  units: 0,
  days: 0,
  firstDay: null,
  lastDay: null,
}

const words = { fileRows: 'rows', sales: 'sales', products: 'different SKUs' }

/** The first faults of a file in order, and their total number. */
export interface FaultList {
  add(line: number, column: string | null, reason: string): void
  kept: readonly ImportFault[]
  total(): number
}

/** Returns the fault of the line at which a file exceeds the limits of one import; it is read no further. */
export function tooManyHere(line: number, quota: ImportQuota, what: keyof typeof words): BrokenRecord {
  const most = quota[what].toLocaleString('en-US')
  return new BrokenRecord(line, `the file has more than ${most} ${words[what]} up to here; import fewer`)
}

export function isBlank({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === '')
}

export function createFaultList(): FaultList {
  const kept: ImportFault[] = []
  let total = 0
  return {
    kept,
    total: () => total,
    add: (line, column, reason) => {
      total++
      if (kept.length < IMPORT_FAULTS_KEPT) kept.push({ line, column, reason })
    },
  }
}
