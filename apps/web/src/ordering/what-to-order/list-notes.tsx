import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatProbability } from '../../ui/format/numbers.ts'
import { formatSum } from '../money.ts'
import type { MissingToMinimum } from './planned-order.ts'
import classes from './what-to-order.module.css'

interface ListNotesProps {
  missing: readonly MissingToMinimum[]
  /** Products that are due but that no supplier sells. */
  withoutSupplier: number
  /** Products whose supplier was added a moment ago. */
  beingPlanned: number
  /** Products whose quantity the budget reduced. */
  rowsCut: number
}

/**
 * Says what keeps products out of an order: a budget, no supplier, or a supplier who would refuse so little, with
 * what waiting would risk.
 */
export function ListNotes({ missing, withoutSupplier, beingPlanned, rowsCut }: ListNotesProps) {
  if (missing.length === 0 && withoutSupplier + beingPlanned + rowsCut === 0) return null
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
      {withoutSupplier > 0 && (
        <li>
          <b>{formatCount(withoutSupplier, 'product has', 'products have')}</b> no supplier and cannot be
          ordered here.{' '}
          <Link to="/order/import" search={{ kind: 'items' }}>
            Import what your suppliers sell
          </Link>
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
