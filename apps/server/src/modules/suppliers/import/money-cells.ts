import { MAX_UNIT_COST_MINOR } from '@stockcast/contract'
import { type Reading, shown } from '../../imports/index.ts'

/** What files write beside an amount: signs and codes of currencies, and spaces, which also group thousands. */
const AROUND = /^(?:[A-Z]{3}|\p{Sc})?\s*([\d.,'’\s]+?)\s*(?:[A-Z]{3}|\p{Sc})?$/iu
const GROUPED = /^\d{1,3}([.,'’]\d{3})+$/
const PLAIN = /^(\d{0,12})(?:[.,](\d{1,6}))?$/
/** One separator with three digits behind it, which some read as thousands and others as decimals. */
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/
const MAX_TEXT = 40

/**
 * Reads an amount such as `12.50`, `€1.299,50` or `12,5 EUR` as whole minor units of a currency that has so many
 * digits after the decimal point. Refuses an amount whose separator may mean thousands or decimals.
 */
export function readMoney(text: string, digits: number): Reading<number> {
  const noAmount = { reason: `${shown(text)} is not an amount such as 12.50` }
  const trimmed = text.trim()
  const amount = trimmed.length > MAX_TEXT ? undefined : AROUND.exec(trimmed)?.[1]?.replaceAll(/\s/g, '')
  if (amount === undefined) return noAmount
  if (ONE_GROUP.test(amount) && digits > 0 && digits < 3) {
    return { reason: `${shown(text)} can mean two amounts; write its decimals, as in 1234.00` }
  }
  const [, whole = '', decimals = ''] = PLAIN.exec(withoutGroups(amount, digits) ?? '') ?? []
  if (whole === '' && decimals === '') return noAmount
  const minor = minorUnits(whole, decimals, digits)
  return minor > MAX_UNIT_COST_MINOR ? { reason: `${shown(text)} is more than 1 billion` } : { value: minor }
}

/** Returns the amount with no separator but that of its decimals; null for what is no amount. */
function withoutGroups(amount: string, digits: number): string | null {
  const separators = new Set(amount.replaceAll(/\d/g, ''))
  if (separators.size === 0) return amount
  const last = amount.replaceAll(/\d/g, '').at(-1)!
  if (separators.size > 1) {
    const [whole, decimals] = splitAtLast(amount, last)
    return GROUPED.test(whole) && !whole.includes(last) ? `${digitsOf(whole)}.${decimals}` : null
  }
  const isGrouped =
    amount.split(last).length > 2 || !/[.,]/.test(last) || (digits === 0 && ONE_GROUP.test(amount))
  if (!isGrouped) return amount
  return GROUPED.test(amount) ? digitsOf(amount) : null
}

function digitsOf(amount: string): string {
  return amount.replaceAll(/\D/g, '')
}

function splitAtLast(amount: string, separator: string): [string, string] {
  const at = amount.lastIndexOf(separator)
  return [amount.slice(0, at), amount.slice(at + 1)]
}

/** Rounds half a minor unit up, from the digits themselves, so that no amount passes through a fraction. */
function minorUnits(whole: string, decimals: string, digits: number): number {
  const kept = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`)
  return kept + (Number(decimals[digits] ?? 0) >= 5 ? 1 : 0)
}
