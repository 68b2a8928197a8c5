import { epochDay } from '../../../kernel/calendar.ts'
import type { StoreReceipt } from '../../../store/index.ts'

/** An open line, with what is compared with the store. */
export interface MatchableLine {
  id: number
  order_id: number
  remaining_units: number
  ordered_on: string | null
  /** The transfer or order of the store that this line is, where the merchant or an import named it. */
  external_id: string | null
}

export interface StoreMatch {
  order_id: number
  line_id: number
  source: string
  matched_by: 'link' | 'likeness'
}

const UNITS_RATIO = 0.1
const MAX_DAYS = 14

/**
 * Returns the new matches of a variant's open lines with what the store has on its way: by link, otherwise where the
 * units differ by at most 10 % of the larger number and the order days by at most 14. A line has one match, and so has a
 * transfer or order of the store; a pair that the merchant undid is never matched again. Only units that the store counts
 * as `incoming` are matched, so that each unit counts either at the line or in the store. `lines` come in the order of
 * their days; `known` are all matches, undone ones too.
 */
export function matchLines(
  lines: readonly MatchableLine[],
  store: { receipts: readonly StoreReceipt[]; incoming: number },
  { known, today }: { known: readonly (StoreMatch & { isUndone: boolean })[]; today: number },
): StoreMatch[] {
  const active = known.filter(({ isUndone }) => !isUndone)
  const matched = new Set(active.map(({ line_id }) => line_id))
  const taken = new Set(active.map(({ source }) => source))
  const undone = new Set(known.map(({ line_id, source }) => `${line_id} ${source}`))
  const sources = unitsOfSources(store.receipts)
  let left =
    store.incoming - sources.reduce((sum, { source, units }) => sum + (taken.has(source) ? units : 0), 0)
  const found: StoreMatch[] = []
  for (const matched_by of ['link', 'likeness'] as const) {
    for (const line of lines) {
      if (matched.has(line.id) || line.remaining_units === 0) continue
      const [same] = sources
        .filter(
          (source) =>
            !taken.has(source.source) &&
            !undone.has(`${line.id} ${source.source}`) &&
            source.units <= left &&
            (matched_by === 'link' ? line.external_id === source.source : isAlike(line, source, today)),
        )
        .sort((a, b) => unitsApart(line, a) - unitsApart(line, b))
      if (!same) continue
      matched.add(line.id)
      taken.add(same.source)
      left -= same.units
      found.push({ order_id: line.order_id, line_id: line.id, source: same.source, matched_by })
    }
  }
  return found
}

interface SourceUnits {
  source: string
  units: number
  orderedDaysAgo: number | null
}

function unitsOfSources(receipts: readonly StoreReceipt[]): SourceUnits[] {
  const bought = receipts.filter(({ isInternal }) => !isInternal)
  return [...Map.groupBy(bought, ({ source }) => source)].map(([source, own]) => ({
    source,
    units: own.reduce((sum, { units }) => sum + units, 0),
    orderedDaysAgo: own[0]?.orderedDaysAgo ?? null,
  }))
}

function isAlike(line: MatchableLine, source: SourceUnits, today: number): boolean {
  if (line.ordered_on === null || source.orderedDaysAgo === null) return false
  const days = Math.abs(today - epochDay(line.ordered_on) - source.orderedDaysAgo)
  const most = Math.max(line.remaining_units, source.units) * UNITS_RATIO
  return days <= MAX_DAYS && unitsApart(line, source) <= most
}

function unitsApart(line: MatchableLine, { units }: SourceUnits): number {
  return Math.abs(line.remaining_units - units)
}
