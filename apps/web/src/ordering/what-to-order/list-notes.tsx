import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatProbability } from '../../ui/format/numbers.ts'
import { formatSum } from '../money.ts'
import type { MissingToMinimum } from './planned-order.ts'
import classes from './what-to-order.module.css'

interface ListNotesProps {
  missing: readonly MissingToMinimum[]
  /** Products whose first supplier was just added and whose order is still being worked out. */
  beingPlanned: number
  /** Products whose quantity the budget reduced. */
  rowsCut: number
}

/**
 * Says why products are left out of an order: the budget, a plan that is still being worked out, or a supplier's minimum, with what
 * waiting for that would risk.
 */
export function ListNotes({ missing, beingPlanned, rowsCut }: ListNotesProps) {
  if (missing.length === 0 && beingPlanned + rowsCut === 0) return null
  return (
    <ul className={classes.notes} aria-label="Before you order">
      {rowsCut > 0 && (
        <li>
          <b>{formatCount(rowsCut, 'product gets', 'products get')}</b> fewer units or none, to stay within
          the budget.
        </li>
      )}
      {beingPlanned > 0 && (
        <li role="status">
          <b>{formatCount(beingPlanned, 'product')}</b> of your new suppliers: how much to order is being
          worked out. The list follows by itself.
        </li>
      )}
      {missing.map((each) => (
        <li key={each.subtotal.supplierId}>
          <b>{each.subtotal.name}</b> {missingWords(each)}
        </li>
      ))}
    </ul>
  )
}

function missingWords({ subtotal, amountMinor, units }: MissingToMinimum): string {
  const { below, currency } = subtotal
  const lacks = amountMinor === null ? formatCount(units ?? 0, 'unit') : formatSum(amountMinor, currency)
  const wait =
    below?.waitUntil == null
      ? ''
      : `, or wait until ${formatDay(below.waitUntil)}${
          below.waitStockoutProbability === null
            ? ''
            : ` (${formatProbability(below.waitStockoutProbability)} chance that one of them runs out)`
        }`
  return `is ${lacks} below the minimum: add to it${wait}.`
}
