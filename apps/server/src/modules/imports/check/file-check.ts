import { IMPORT_FAULTS_KEPT, type ImportFault, type ImportTotals } from '@stockcast/contract'
import type { CsvRecord } from '../../../files/csv-parser.ts'
import { FileRefused } from '../../../files/file-refused.ts'
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

/** The first faults of a file in order, and their total number. */
export interface FaultList {
  add(line: number, column: string | null, reason: string): void
  kept: readonly ImportFault[]
  total(): number
}

/** Returns the refusal of the line at which a file exceeds the limits of one import; it is read no further. */
export function tooManyHere(line: number, quota: ImportQuota, code: 'sales' | 'products'): FileRefused {
  return new FileRefused({ code, line, most: code === 'sales' ? quota.rows : quota.products })
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
