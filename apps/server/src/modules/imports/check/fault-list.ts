import { IMPORT_FAULTS_KEPT, type ImportFault } from '@stockcast/contract'

/** The first faults of a file in their order, and how many there are. */
export interface FaultList {
  add(line: number, column: string | null, reason: string): void
  kept: readonly ImportFault[]
  total(): number
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
