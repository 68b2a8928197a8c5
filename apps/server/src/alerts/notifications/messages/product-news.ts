import type { ShopFormats } from '@stockcast/contract'
import { getLine, quoted } from '../../../kernel/texts/foreign-text.ts'
import type { ActionLink, AlertFacts, ProductNews } from './content.ts'

const MAX_TITLE_CHARACTERS = 120

/**
 * Returns one entry for each product, the worst first: by the class of its alerts, then by the day it runs
 * out.
 */
export function productNews(
  alerts: readonly AlertFacts[],
  formats: ShopFormats,
  linksOf: ReadonlyMap<number, readonly ActionLink[]> = new Map(),
): ProductNews[] {
  const byVariant = Map.groupBy(alerts, (alert) => alert.variantId)
  return [...byVariant.values()]
    .map((ofVariant) => ofVariant.toSorted(worstFirst))
    .toSorted(([a], [b]) => worstFirst(a!, b!))
    .map((ofVariant) => {
      const worst = ofVariant[0]!
      return {
        variantId: worst.variantId,
        alertIds: ofVariant.map(({ alertId }) => alertId),
        title: getTitle(worst),
        isOut: isOut(worst),
        needsOrder: worst.orderQuantity > 0,
        isMade: worst.isMade ?? false,
        state: getState(ofVariant, formats),
        recommendation: worst.recommendation,
        links: linksOf.get(worst.alertId) ?? [],
      }
    })
}

/** How a message about alerts begins: with words of ours, never with a title that somebody entered. */
export const openings = {
  alerts: 'Stock alert: ',
  daily: 'Daily digest: ',
  weekly: 'Weekly digest: ',
} as const

/** Returns for example "3 products need an order", or the product's name in quotes when there is one. */
export function headline(products: readonly ProductNews[], formats: ShopFormats): string {
  const [only] = products
  const isOne = products.length === 1 && only !== undefined
  const subject = isOne ? quoted(only.title) : `${formats.number(products.length)} products`
  if (products.every((each) => each.isOut)) return `${subject} ${isOne ? 'is' : 'are'} out of stock`
  if (products.every((each) => each.needsOrder)) {
    const needs = isOne ? 'needs' : 'need'
    if (products.every((each) => each.isMade)) return `${subject} ${needs} to be made`
    if (!products.some((each) => each.isMade)) return `${subject} ${needs} an order`
  }
  const out = products.some((each) => each.isOut) ? ' or out of stock' : ''
  return `${subject} ${isOne ? 'is' : 'are'} running low${out}`
}

/** Returns for example "And 34 more"; null when none is left. */
export function more(count: number, formats: ShopFormats): string | null {
  return count > 0 ? `And ${formats.number(count)} more` : null
}

function worstFirst(a: AlertFacts, b: AlertFacts): number {
  return (
    getClass(b) - getClass(a) ||
    (a.daysUntilStockout ?? Number.POSITIVE_INFINITY) - (b.daysUntilStockout ?? Number.POSITIVE_INFINITY) ||
    b.orderQuantity - a.orderQuantity ||
    a.alertId - b.alertId ||
    0
  )
}

/**
 * Returns one scale for both types: out of stock 3, likelier than not 2, possible or at the safety stock 1.
 */
function getClass(alert: AlertFacts): number {
  return isOut(alert) ? 3 : Math.min(alert.severity, 2)
}

function isOut({ type, severity }: AlertFacts): boolean {
  return severity >= (type === 'low_stock' ? 2 : 3)
}

function getState(alerts: readonly AlertFacts[], formats: ShopFormats): string {
  const worst = alerts[0]!
  if (isOut(worst)) {
    const below = worst.available === null ? 0 : Math.max(0, -worst.available)
    return below > 0 ? `Out of stock, ${formats.number(below)} below zero.` : 'Out of stock.'
  }
  const stock = worst.available === null ? [] : [`${formats.number(worst.available)} in stock`]
  const isLow = alerts.some(({ type }) => type === 'low_stock')
  const low = isLow ? ['at or below the safety stock'] : []
  const probability = alerts.find(({ type }) => type === 'stockout_risk')?.probability ?? null
  const sure =
    probability === null
      ? []
      : [
          `${percent(probability)} likely to run out before ${worst.isMade ? 'more can be made' : 'a new order would arrive'}.`,
        ]
  const first = [...stock, ...low].join(', ')
  return [first === '' ? '' : `${capitalised(first)}.`, ...sure].filter(Boolean).join(' ')
}

function percent(probability: number): string {
  const rounded = Math.round(probability * 100)
  if (rounded > 99) return 'Over 99%'
  return rounded < 1 ? 'Under 1%' : `${rounded}%`
}

function getTitle({ title }: AlertFacts): string {
  return getLine(title, MAX_TITLE_CHARACTERS) || 'A product'
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
