import { IMPORT_FAULTS_KEPT, type ImportFault, type ImportTotals } from '@stockcast/contract'
import type { CsvRecord } from '@stockcast/tables'
import type { ImportQuota } from '../../../kernel/quotas/quotas.ts'
import { FileRefused } from '../../../providers/files/file-refused.ts'

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
  returned: 0,
  rowsLeftOut: 0,
  days: 0,
  firstDay: null,
  lastDay: null,
}

/** The first faults of a file in order, and their total number. */
export interface FaultList {
  add(line: number, column: string | null, reason: string): void
  /** Records that the merchant must say what a column means, so that nothing of the file is imported yet. */
  ask(): void
  isAsking(): boolean
  kept: readonly ImportFault[]
  total(): number
  /** Rows that have any, in the order in which they were added. */
  rows(): number
}

/** Returns the refusal of the line at which a file exceeds the limits of one import; it is read no further. */
export function tooManyHere(line: number, quota: ImportQuota, code: 'sales' | 'products'): FileRefused {
  return new FileRefused({ code, line, most: code === 'sales' ? quota.rows : quota.products })
}

export function createFaultList(): FaultList {
  const kept: ImportFault[] = []
  let total = 0
  let isAsking = false
  let rows = 0
  let lastLine = 0
  return {
    kept,
    ask: () => {
      isAsking = true
    },
    isAsking: () => isAsking,
    total: () => total,
    rows: () => rows,
    add: (line, column, reason) => {
      total++
      if (line !== lastLine) rows++
      lastLine = line
      if (kept.length < IMPORT_FAULTS_KEPT) kept.push({ line, column, reason })
    },
  }
}
