import type { DueState, OrderListRow, OrderReason } from '@stockcast/contract'
import { addDays, daysBetween, formatDay, formatDayRange, formatWeekday } from '../../ui/format/days.ts'
import {
  formatCount,
  formatDayCount,
  formatProbability,
  formatRange,
  formatShare,
  formatUnits,
} from '../../ui/format/numbers.ts'
import type { Tone } from '../../ui/messages/stock-words.ts'
import { blockedWords } from '../blocked-words.ts'
import { formatSum, formatUnitCost } from '../money.ts'
import type { OrderSums, PackFault, PlannedOrder } from './planned-order.ts'

export const dueLabels: Record<DueState, string> = {
  due: 'Due now',
  soon: 'Due soon',
  not_yet: 'Not due yet',
}

/** Returns the day to order by, with how late it is or when an order placed then arrives. */
export function orderByWords(
  { orderBy, leadTime }: Pick<OrderListRow, 'orderBy' | 'leadTime'>,
  today: string,
): { text: string; note: string; tone: Tone } {
  if (orderBy === null) return { text: '–', note: '', tone: 'muted' }
  const inDays = daysBetween(today, orderBy)
  const arrives = `arrives ${formatDay(addDays(inDays > 0 ? orderBy : today, leadTime.days))}`
  if (inDays < 0) return { text: 'Today', note: `${formatDayCount(-inDays)} late`, tone: 'critical' }
  if (inDays === 0) return { text: 'Today', note: arrives, tone: 'warning' }
  return { text: inDays <= 6 ? formatWeekday(orderBy) : formatDay(orderBy), note: arrives, tone: 'plain' }
}

/** Returns the line under the quantity: what the supplier asks for, or how long the order lasts. */
export function quantityNote(
  row: OrderListRow,
  order: PlannedOrder,
  today: string,
): { text: string; isFault: boolean } {
  if (order.fault !== null) return { text: faultWords(order.fault), isFault: true }
  const cut = row.why.find(({ code }) => code === 'budget')
  if (order.units === 0 && !order.isChanged && cut?.code === 'budget')
    return { text: budgetNotes[cut.because], isFault: false }
  if (order.units === 0)
    return {
      text: row.packSize > 1 ? `packs of ${row.packSize}` : row.due === 'due' ? 'none' : 'not due yet',
      isFault: false,
    }
  if (row.packSize > 1)
    return { text: `${formatCount(order.packs, 'pack')} of ${formatUnits(row.packSize)}`, isFault: false }
  return { text: lastsWords(order, today), isFault: false }
}

function faultWords(fault: PackFault): string {
  switch (fault.code) {
    case 'pack':
      return `packs of ${formatUnits(fault.packSize)}`
    case 'minimum':
      return `at least ${formatUnits(fault.units)}`
    case 'maximum':
      return `at most ${formatUnits(fault.units)}`
  }
}

/** Returns how long the stock lasts with this order. */
export function lastsWords({ lastsDays }: Pick<PlannedOrder, 'lastsDays'>, today: string): string {
  return lastsDays === null ? 'lasts 90+ days' : `lasts to ${formatDay(addDays(today, lastsDays))}`
}

/** Returns what the selected rows come to: `9 products, 4 suppliers, $18,101`; or that none is selected. */
export function sumsWords(
  { rows, suppliers, costMinor, rowsWithoutCost }: OrderSums,
  currency: string,
): string {
  if (rows === 0) return 'Nothing selected'
  const cost = rows === rowsWithoutCost ? `cost in ${currency} unknown` : formatSum(costMinor, currency)
  return [formatCount(rows, 'product'), formatCount(suppliers, 'supplier'), cost].join(', ')
}

/** Returns the profit that the selected rows keep, as far as it is known; null if nothing is known. */
export function profitWords(
  { rows, profitMinor, rowsWithoutProfit }: OrderSums,
  currency: string,
): { text: string; note: string } | null {
  if (rows === rowsWithoutProfit) return null
  const without = formatCount(rowsWithoutProfit, 'product')
  return {
    text: `keeps about ${formatSum(profitMinor, currency)} of profit`,
    note: rowsWithoutProfit === 0 ? '' : `The profit of ${without} is unknown and not in the sum. `,
  }
}

/** Returns what is left of the budget, or how far the selection is over it; null without a budget. */
export function budgetWords(
  { costMinor }: Pick<OrderSums, 'costMinor'>,
  budgetMinor: number | undefined,
  currency: string,
): { text: string; isOver: boolean } | null {
  if (budgetMinor === undefined) return null
  const left = budgetMinor - costMinor
  return left < 0
    ? { text: `${formatSum(-left, currency)} over the budget`, isOver: true }
    : { text: `${formatSum(left, currency)} of the budget left`, isOver: false }
}

/** Returns one step of the calculation of a quantity, in words. */
export function reasonWords(reason: OrderReason, row: OrderListRow, shopCurrency: string): string {
  switch (reason.code) {
    case 'not_due':
      return reason.orderBy === null
        ? 'Nothing is due.'
        : `No order is due before ${formatDay(reason.orderBy)}.`
    case 'need':
      return `Fill up to ${formatUnits(reason.orderUpTo)}. ${helpingWords(reason)} count towards it, so ${formatCount(reason.units, 'is', 'are')} left to order.`
    case 'review_period':
      return reason.nextOrderDay === null
        ? `The order covers ${formatDayCount(reason.days)} after it arrives.`
        : `The order covers ${formatDayCount(reason.days)} after it arrives: the next one can be placed on ${formatDay(reason.nextOrderDay)}.`
    case 'service_level':
      return `Planned so that the stock lasts in ${formatShare(reason.level)} of cases.`
    case 'safety_stock':
      return `Includes your safety stock of ${formatUnits(reason.units)}.`
    case 'lead_time_spread':
      return `${row.supplier?.name ?? 'The supplier'} takes ${formatRange(reason.p10, reason.p90)} days. That spread adds ${formatCount(reason.extraUnits, 'unit')}.`
    case 'shutdown':
      return `Closed ${formatDayRange(reason.from, reason.to)}, which the lead time spans.`
    case 'minimum':
      return `Raised to the minimum of ${formatUnits(reason.units)}.`
    case 'pack':
      return `Rounded to ${formatCount(reason.packs, 'pack')} of ${formatUnits(reason.packSize)}.`
    case 'maximum':
      return `Limited to the maximum of ${formatUnits(reason.units)}.`
    case 'minimum_above_maximum':
      return blockedWords(reason)
    case 'price_break':
      return `From ${formatUnits(reason.fromUnits)} the price falls to ${formatUnitCost(reason.unitCostMinor, row.currency)}, which saves ${formatSum(reason.savedMinor, row.currency)}.`
    case 'supplier_minimum':
      return `${formatCount(reason.addedUnits, 'unit')} more, to reach the supplier’s minimum.`
    case 'budget':
      return `${formatCount(reason.cutUnits, 'unit')} fewer: ${budgetReason(reason, shopCurrency)}.`
    case 'supplier_chosen':
      return reason.gainMinor === null
        ? `The best of ${formatCount(reason.alternatives + 1, 'supplier')}.`
        : `The best of ${formatCount(reason.alternatives + 1, 'supplier')}, by ${formatSum(reason.gainMinor, shopCurrency)}.`
    case 'being_planned':
      return 'A supplier has just been added. How much to order of it is being worked out.'
    case 'no_supplier':
      return 'It has no supplier yet, so it cannot be put into a draft.'
    case 'no_cost':
      return 'Its cost is unknown, so it comes last and stays outside the budget.'
    case 'median_margin':
      return `Its price is unknown, so the shop’s median margin of ${formatShare(reason.marginRatio)} is used.`
    case 'part_of_shop':
      return `Of ${formatUnits(reason.shopUnits)} for the whole shop, ${formatUnits(reason.units)} go here, so that the stock of each location lasts about as long once suggested transfers are made.`
    case 'in_draft':
      return reason.missingUnits === 0
        ? `${formatUnits(reason.units)} are already in draft ${reason.number}. To order another quantity, change that draft.`
        : `${formatUnits(reason.units)} are already in draft ${reason.number}, ${formatUnits(reason.missingUnits)} fewer than needed. Raise the quantity in that draft.`
  }
}

/** Returns the units that a product needs beyond those in its draft. */
export function missingInDraft({ why }: Pick<OrderListRow, 'why'>): number {
  return why.find((reason) => reason.code === 'in_draft')?.missingUnits ?? 0
}

type BudgetCut = Extract<OrderReason, { code: 'budget' }>

function budgetReason({ because, leastUnits, leastCostMinor }: BudgetCut, currency: string): string {
  const least = `the least that can be ordered, ${formatCount(leastUnits, 'unit')} for ${formatSum(leastCostMinor, currency)}`
  switch (because) {
    case 'above_budget':
      return `${least}, is more than the whole budget`
    case 'no_profit':
      return `${least}, is expected to cost more than it earns`
    case 'others_earn_more':
      return 'the budget goes to products that keep more profit for the same money'
  }
}

const budgetNotes: Record<BudgetCut['because'], string> = {
  above_budget: 'more than the budget',
  no_profit: 'no profit expected',
  others_earn_more: 'others earn more',
}

/** Returns what is there already and the units on the way that help, beside all of them. */
function helpingWords({
  stock,
  notInStore = 0,
  incoming,
  onTheWay,
}: Extract<OrderReason, { code: 'need' }>): string {
  const there = [
    `${formatUnits(stock)} in stock`,
    ...(notInStore > 0 ? [`${formatUnits(notInStore)} received`] : []),
  ].join(', ')
  if (incoming === onTheWay) return `${there} and ${formatUnits(onTheWay)} on the way`
  return `${there} and ${formatUnits(incoming)} of the ${formatUnits(onTheWay)} on the way`
}

/** Returns the chance that stock runs out before the order arrives, as a line under the days left. */
export function riskWords(probability: number | null): string {
  return probability === null ? '' : `${formatProbability(probability)} risk`
}

/** Returns how much is due, of all products or of those that a search or filter found. */
export function dueWords(due: number, soon: number, isFiltered: boolean): string {
  const now = isFiltered
    ? formatCount(due, 'of the products found is due now', 'of the products found are due now')
    : formatCount(due, 'product is due now', 'products are due now')
  return soon === 0 ? `${now}.` : `${now}, ${formatUnits(soon)} soon.`
}

/** Returns whether a supplier has been added and the order is still being worked out. */
export const isBeingPlanned = (row: Pick<OrderListRow, 'why'>) =>
  row.why.some(({ code }) => code === 'being_planned')

/** Returns who sells a product, or why nobody is named. */
export const supplierWords = (row: Pick<OrderListRow, 'supplier' | 'why'>) =>
  row.supplier?.name ?? (isBeingPlanned(row) ? 'Being worked out…' : 'No supplier')
