import type { FigureKind, FigureValue, ReportFigures } from '@stockcast/contract'

/** The first and the last day that a report is about. */
export interface ReportDays {
  startsOn: string
  endsOn: string
}

/** Rows of a report that are kept; sums are over all of them. */
const MOST_ROWS = 10_000

interface Parts extends Pick<ReportFigures, 'currency' | 'notes' | 'drafted'> {
  columns: readonly (readonly [head: string, kind: FigureKind])[]
  rows: readonly { id: number; cells: FigureValue[] }[]
  totals: readonly { label: string; kind: FigureKind; value: FigureValue; currency?: string }[]
  currencyColumn?: number
}

export function figuresOf({ columns, rows, totals, currencyColumn, ...rest }: Parts): ReportFigures {
  const kept = rows.slice(0, MOST_ROWS)
  return {
    ...rest,
    columns: columns.map(([head, kind]) => ({ head, kind })),
    rows: kept.map(({ cells }) => cells),
    ids: kept.map(({ id }) => id),
    totals: totals.map((total) => ({ currency: rest.currency, ...total })),
    currencyColumn: currencyColumn ?? null,
    count: rows.length,
  }
}

/** Returns the sum of what is known; null when nothing is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 && values.length > 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Returns a sentence about how many rows lack something; none when no row does. */
export function noteOf(count: number, [one, more]: readonly [string, string]): string[] {
  return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${more}`]
}
