import type { ImportTotals } from '@stockcast/contract'
import type { CsvRecord } from '../../integrations/csv/index.ts'

/** Reads the records of one file below its header, and gathers what is to be staged. */
export interface FileCheck<Chunk> {
  read(record: CsvRecord): void
  /** What has gathered, once it is enough for a chunk or the file is at its end. */
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

export function isBlank({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === '')
}
