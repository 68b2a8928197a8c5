import { SUPPLIER_PREVIEW_LINES, type SupplierImport } from '@stockcast/contract'

export type ReportLine = SupplierImport['lines'][number]
type FieldChange = ReportLine['changes'][number]

/** Counts every line of a file in one state, and lists the first lines of each state. */
export interface Report {
  /** `changes` is called for listed lines only. */
  add(
    line: Pick<ReportLine, 'line' | 'state'> & Partial<Omit<ReportLine, 'changes'>>,
    changes?: () => FieldChange[],
  ): void
  counts: SupplierImport['counts']
  lines: ReportLine[]
}

export function createReport(): Report {
  const counts = { added: 0, changed: 0, unchanged: 0, unmatched: 0, faulty: 0 }
  const lines: ReportLine[] = []
  return {
    counts,
    lines,
    add: (line, changes) => {
      counts[line.state]++
      if (counts[line.state] > SUPPLIER_PREVIEW_LINES) return
      lines.push({
        supplier: null,
        sku: null,
        variantId: null,
        matchedBy: null,
        reason: null,
        ...line,
        changes: changes?.() ?? [],
      })
    },
  }
}

const CODE_LENGTH = 200

/** Returns the code by which a report names a row, cut to a length that no product's code exceeds. */
export function shownCode({ sku, barcode }: { sku: string; barcode: string }): string | null {
  return (sku || barcode).slice(0, CODE_LENGTH) || null
}

/** Returns the fields whose texts differ. A new row has no texts before. */
export function changesBetween(
  before: Readonly<Record<string, string>> | null,
  after: Readonly<Record<string, string>>,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, text]) => {
    const former = before?.[field] ?? ''
    if (former === text) return []
    return [{ field, before: former === '' ? null : former, after: text === '' ? null : text }]
  })
}
