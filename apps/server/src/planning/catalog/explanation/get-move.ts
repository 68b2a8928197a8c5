import { type AnswerMove, demandParts, NO_SALES_DAYS } from '@stockcast/contract'
import { type AnswerInputs, type DemandParts, explainMove } from '@stockcast/forecasting'
import { dayFromEpoch, epochDay } from '../../../kernel/calendar.ts'
import type { Planning } from '../planning.ts'
import type { findPreviousAnswer } from './queries.ts'

/** Returns why an answer about a variant moved since the day before; null if none moved by more than three days. */
export function getMove(
  planning: Planning,
  { stored, today }: { stored: Stored | undefined; today: number },
): AnswerMove | null {
  const { distribution, incoming, policy, row } = planning
  if (!distribution) return null
  const before = stored && getInputs(stored)
  const since = stored?.previous_for
  if (!before || !since) return null
  const orderBy = stored.previous_order_by
  const move = explainMove({
    now: { distribution, available: row.available, incoming, policy },
    before: {
      ...before,
      daysUntilStockout: knownDays(stored.previous_days_until_stockout),
      orderInDays: orderBy === null ? null : epochDay(orderBy) - today,
    },
    elapsedDays: today - epochDay(since),
  })
  if (!move) return null
  // What was changed by hand is no part of the forecast.
  const part = move.cause?.input === 'dailyDemand' && !row.changes ? movedPart(planning) : null
  return { ...move, since: dayFromEpoch(epochDay(since)), cause: move.cause && { ...move.cause, part } }
}

function knownDays(days: number | null): number | null {
  return days === NO_SALES_DAYS ? null : days
}

type Stored = NonNullable<Awaited<ReturnType<typeof findPreviousAnswer>>>

function getInputs(stored: Stored): AnswerInputs | null {
  const { previous_incoming: incoming, previous_not_in_store } = stored
  const inputs = {
    available: stored.previous_available,
    incoming: incoming === null ? null : incoming + previous_not_in_store,
    dailyDemand: stored.previous_daily_demand,
    leadTimeDays: stored.previous_lead_time_days,
    safetyStock: stored.previous_safety_stock,
    serviceLevel: stored.previous_service_level,
  }
  return Object.values(inputs).every((value) => value !== null) ? (inputs as AnswerInputs) : null
}

/** Returns the part of the forecast that changed most since the forecast before it, and by how many units. */
function movedPart({ row }: Planning): NonNullable<AnswerMove['cause']>['part'] {
  const { parts, partsBefore } = (row.evidence ?? {}) as { parts?: DemandParts; partsBefore?: DemandParts }
  if (!parts || !partsBefore) return null
  const changes = demandParts.map((part) => ({ part, units: (parts[part] ?? 0) - (partsBefore[part] ?? 0) }))
  return changes.reduce((most, one) => (Math.abs(one.units) > Math.abs(most.units) ? one : most))
}
