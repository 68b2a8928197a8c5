import { DAY_MS, type ShopFormats } from '@stockcast/contract'
import type { AlertMeta, VariantFacts } from '@stockcast/forecasting/decisions'
import { z } from 'zod'
import { dayFromEpoch } from '../kernel/calendar.ts'
import { getLine, quoted } from '../kernel/texts/foreign-text.ts'
import type { Raisers } from '../planning/index.ts'

/** The day and the formats for the text; `today` is the epoch day from which the meta's days count. */
export interface ReadAs {
  today: number
  formats: ShopFormats
}

/**
 * Returns what to do and why, with calendar days: "Order 792 today. Runs out Nov 29 to Dec 4, restock takes
 * 14 days."
 */
export function recommendation(meta: AlertMeta, read: ReadAs, isMade = false): string {
  const takes = isMade ? 'making it takes' : 'restock takes'
  const reason = capitalised(`${stockout(meta, read)}${takes} ${leadTime(meta, read)}.`)
  return meta.orderQuantity > 0 ? `${order(meta, read, isMade ? 'Make' : 'Order')} ${reason}` : reason
}

/** Returns what to move before anything is bought, and which location it is about: "Move 24 from Main to Mall." */
function moves(
  { transfers = [], worstLocation }: Pick<VariantFacts, 'transfers' | 'worstLocation'>,
  read: ReadAs,
): string[] {
  const first = transfers.map(
    ({ from, to, units }) =>
      `Move ${read.formats.number(units)} from ${getLine(from, 60)} to ${getLine(to, 60)}.`,
  )
  if (!worstLocation) return first
  const name = getLine(worstLocation.name, 60)
  return [
    ...first,
    worstLocation.available <= 0
      ? `${name} is out of stock.`
      : `${name} may run out before an order arrives.`,
  ]
}

function order(
  { orderQuantity, orderInDays, expectedStockoutDays }: AlertMeta,
  read: ReadAs,
  verb: 'Order' | 'Make',
): string {
  const units = read.formats.number(orderQuantity)
  if (orderInDays !== null && orderInDays > 0) return `${verb} ${units} by ${date(orderInDays, read)}.`
  return expectedStockoutDays > 0
    ? `${verb} ${units} today and expect to be out of stock for about ${days(expectedStockoutDays, read)}.`
    : `${verb} ${units} today.`
}

function stockout({ daysUntilStockout, daysLow, daysHigh }: AlertMeta, read: ReadAs): string {
  // That it is out of stock stands beside every recommendation.
  if (daysUntilStockout === null || daysHigh === 0) return ''
  const first = date(daysLow ?? daysUntilStockout, read)
  if (daysHigh === null) return `runs out ${first} or later, `
  const last = date(daysHigh, read)
  return first === last ? `runs out ${first}, ` : `runs out ${first} to ${last}, `
}

function date(inDays: number, { today, formats }: ReadAs): string {
  return formats.date((today + inDays) * DAY_MS, 'day')
}

function days(count: number, { formats }: ReadAs): string {
  return count === 1 ? '1 day' : `${formats.number(count)} days`
}

function leadTime({ leadTimeDays, leadTimeRange }: AlertMeta, read: ReadAs): string {
  if (leadTimeRange === null) return days(leadTimeDays, read)
  return `${read.formats.number(leadTimeRange.p10)} to ${days(leadTimeRange.p90, read)}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Adds to an alert what raised its figures: "Incl. Black Friday ×2.1 and your change +40%." */
export function sayRaisers<Alert extends AlertRecord>(
  alert: Alert,
  raisers: Raisers | undefined,
  formats: ShopFormats,
): Alert {
  if (!raisers) return alert
  const { event, change } = raisers
  const words = [
    ...(event ? [`${getLine(event.name, MAX_NAME)} ×${formats.number(event.ratio, 1)}`] : []),
    ...(change ? [`your change ${changeWords(change, formats)}`] : []),
  ]
  const recommendation = `${alert.meta.recommendation} Incl. ${words.join(' and ')}.`
  return { ...alert, meta: { ...alert.meta, recommendation } }
}

const MAX_NAME = 40

function changeWords(
  { kind, amount, likeName }: NonNullable<Raisers['change']>,
  formats: ShopFormats,
): string {
  const units = formats.number(amount, Number.isInteger(amount) ? 0 : 1)
  switch (kind) {
    case 'percent':
      return `+${units}%`
    case 'per_day':
      return `+${units} a day`
    case 'total':
      return `to ${units} in total`
    case 'like':
      return `like ${getLine(likeName ?? 'another product', MAX_NAME)}`
  }
}

/** The stored form of `alerts.meta`. Its days count from the day it was last updated. */
export const alertMetaSchema = z.object({
  days_until_stockout: z.number().int().nullable(),
  days_low: z.number().int().nullable(),
  days_high: z.number().int().nullable(),
  probability: z.number().nullable(),
  order_quantity: z.number().int(),
  order_by: z.iso.date().nullable(),
  recommendation: z.string(),
  /** Whether it is made of other products instead of ordered. */
  is_made: z.boolean().optional(),
  /** Stock when the alert opened or last escalated. It tells a restock from fallen demand. */
  available_at_opening: z.number(),
})
type StoredMeta = z.infer<typeof alertMetaSchema>

export interface AlertRecord {
  severity: number
  meta: StoredMeta
}

/** Returns what is stored of an alert that opens or changes. */
export function alertRecord(
  change: { severity: number; meta: AlertMeta },
  facts: Pick<
    VariantFacts,
    'available' | 'isMade' | 'isQuiet' | 'missingPart' | 'transfers' | 'worstLocation'
  >,
  read: ReadAs,
): AlertRecord {
  const { meta, severity } = change
  const { isMade = false, isQuiet, missingPart = null } = facts
  const lacks =
    missingPart === null
      ? []
      : [`Its part ${quoted(getLine(missingPart, 60))} was deleted in your store. Change its recipe.`]
  // A bundle that is put together when it is sold orders nothing.
  const isOnlyIncomplete = missingPart !== null && isQuiet
  return {
    severity,
    meta: {
      days_until_stockout: meta.daysUntilStockout,
      days_low: meta.daysLow,
      days_high: meta.daysHigh,
      probability: meta.probability,
      order_quantity: isOnlyIncomplete ? 0 : meta.orderQuantity,
      order_by: meta.orderInDays === null ? null : dayFromEpoch(read.today + meta.orderInDays),
      recommendation: [
        ...lacks,
        ...(isOnlyIncomplete ? [] : [...moves(facts, read), recommendation(meta, read, isMade)]),
      ].join(' '),
      ...(isMade && { is_made: true }),
      available_at_opening: facts.available,
    },
  }
}
